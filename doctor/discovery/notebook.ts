/** What was seen of a key of the profile, or why nothing was found for it. */
export interface Note {
  key: string;
  message: string;
  isFound: boolean;
}

/** Keeps what is seen, and says it at once. */
export interface Notebook {
  notes: Note[];
  seen(key: string, message: string): void;
  missing(key: string, message: string): void;
}

export const openNotebook = (say: (line: string) => void): Notebook => {
  const notes: Note[] = [];
  const note = (key: string, isFound: boolean, message: string): void => {
    notes.push({ key, message, isFound });
    say(`${isFound ? '✓' : '·'} ${key}: ${message}`);
  };
  return {
    notes,
    seen: (key, message) => note(key, true, message),
    missing: (key, message) => note(key, false, message),
  };
};
