// Sentences of the server end with the clauses they rest on: `… your hand (B-22, K5-7).`

const NUMBER = "(?:BR|R5|RJ|K5|GE|B|E)-\\d{1,2}";
const CITED = new RegExp(`\\((${NUMBER}(?:, ${NUMBER})*)\\)`);

export interface Part {
  text: string;
  /** the numbers of clauses */
  clause: boolean;
}

/** What is said and what is cited, in turn. */
export function cited(text: string): Part[] {
  return text
    .split(CITED)
    .map((part, at) => ({ text: part, clause: at % 2 === 1 }))
    .filter((part) => part.text);
}
