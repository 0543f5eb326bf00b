/** What the instrumented code reads and writes: one for the whole process. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number;
  mutantCoverage?: Coverage;
}

type Hits = Record<string, number>;

interface Coverage {
  /** What is reached while modules load. */
  static: Hits;
  perTest: Record<string, Hits>;
}

declare global {
  var __stryker__: Switchboard | undefined;
}

/** More often than this, active code is reached by an endless loop alone: then it throws. */
const hitsMax = 5_000_000;

const board: Switchboard = {};
globalThis.__stryker__ = board;

/** Switches one mutant on and every other off; none when undefined. */
export const activate = (id: string | undefined): void => {
  board.activeMutant = id;
  board.hitCount = 0;
  board.hitLimit = hitsMax;
};

export const isHitTooOften = (): boolean => (board.hitCount ?? 0) > hitsMax;

/** What is reached from now on counts for this name. */
export const countFor = (name: string): void => {
  board.currentTestId = name;
};

export const hitsOf = (name: string): Hits => board.mutantCoverage?.perTest[name] ?? {};

/** Mutants of code that runs when its module is loaded: they must be active from then on. */
export const hitsWhileLoading = (): Hits => board.mutantCoverage?.static ?? {};
