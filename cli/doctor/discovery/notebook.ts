import { omitUndefined } from '../../../core/omit-undefined.ts';

/** What was seen of a key of the profile, or why nothing was found for it. */
export interface Note {
  key: string;
  message: string;
  isFound: boolean;
  /** What the key holds by all that was seen, where that is not certain. */
  likely?: object;
}

/** Keeps what is seen, and says it at once. */
export interface Notebook {
  notes: Note[];
  seen(key: string, message: string): void;
  missing(key: string, message: string, likely?: object): void;
}

export const openNotebook = (say: (line: string) => void): Notebook => {
  const notes: Note[] = [];
  const note = (key: string, isFound: boolean, message: string, likely?: object): void => {
    notes.push({ key, message, isFound, ...omitUndefined({ likely }) });
    say(`${isFound ? '✓' : '·'} ${key}: ${message}`);
  };
  return {
    notes,
    seen: (key, message) => note(key, true, message),
    missing: (key, message, likely) => note(key, false, message, likely),
  };
};
