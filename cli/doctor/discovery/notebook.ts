import { omitUndefined } from '../../../core/omit-undefined.ts';

/** What was found for a key of the profile, or why nothing was. */
export interface Note {
  key: string;
  message: string;
  isFound: boolean;
  /** The most likely value, if it is not certain. */
  likely?: object;
}

/** Collects notes and prints each at once. */
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
