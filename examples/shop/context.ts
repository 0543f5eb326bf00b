import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { State } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import type { Work } from './work.ts';

/** What every part of the shop works with, from one start to the next. */
export interface Context {
  settings: Settings;
  surroundings: Surroundings;
  state: State;
  /** Keeps the state as it is now. */
  save(): void;
  work: Work;
  platform: Platform;
  /** The shop's own id for a new record. */
  newId(): string;
  /** Reports to the keeper of the shop. */
  note(text: string): void;
}
