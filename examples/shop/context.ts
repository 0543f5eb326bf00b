import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { State } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import type { Work } from './work.ts';

/** What every part of the shop shares until the next restart. */
export interface Context {
  settings: Settings;
  surroundings: Surroundings;
  state: State;
  /** Saves the current state. */
  save(): void;
  work: Work;
  platform: Platform;
  /** Creates the shop's id for a new record. */
  newId(): string;
  /** Reports a problem to the operator of the shop. */
  note(text: string): void;
}
