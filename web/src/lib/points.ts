// Points as they are written.

/** `81`, `−5` */
export const plain = (points: number): string => (points < 0 ? `−${-points}` : `${points}`);

/** `+46`, `−5`, `0` */
export const signed = (points: number): string => (points > 0 ? `+${points}` : plain(points));
