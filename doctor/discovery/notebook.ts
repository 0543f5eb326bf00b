/** What was seen of a key of the profile, or why nothing was found for it. */
export interface Note {
  key: string;
  told: string;
  isFound: boolean;
}

/** Keeps what is seen, and says it at once. */
export interface Notebook {
  notes: Note[];
  seen(key: string, told: string): void;
  missing(key: string, told: string): void;
}

export const openNotebook = (say: (line: string) => void): Notebook => {
  const notes: Note[] = [];
  const note = (key: string, isFound: boolean, told: string): void => {
    notes.push({ key, told, isFound });
    say(`${isFound ? '✓' : '·'} ${key}: ${told}`);
  };
  return { notes, seen: (key, told) => note(key, true, told), missing: (key, told) => note(key, false, told) };
};
