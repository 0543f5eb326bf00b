/** The global state that the instrumented code reads and writes. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: Coverage;
}

type Hits = Record<string, number>;

interface Coverage {
  static: Hits;
  perTest: Record<string, Hits>;
}

declare global {
  var __stryker__: Switchboard | undefined;
}

/** Only an endless loop reaches a mutant more often. The code then throws. */
const maxHits = 5_000_000;

const board: Switchboard = {};
globalThis.__stryker__ = board;

/** Switches one mutant on, or none, and all others off. */
export const activate = (id: string | undefined): void => {
  board.activeMutant = id;
  board.hitCount = 0;
  board.hitLimit = maxHits;
};

export const isHitTooOften = (): boolean => (board.hitCount ?? 0) > maxHits;

/** Counts what is reached from now on under this name. */
export const countFor = (name: string): void => {
  board.currentTestId = name;
};

/** Ids of the mutants that were reached under a name. */
export const hitsOf = (name: string): Set<string> => new Set(Object.keys(board.mutantCoverage?.perTest[name] ?? {}));

/** Mutants in code that runs when its module is loaded. They must be active before that. */
export const hitsWhileLoading = (): Set<string> => new Set(Object.keys(board.mutantCoverage?.static ?? {}));
