// Small turns of phrase of the score sheet's pages.

/** `Anna, Ben and Cy` */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
