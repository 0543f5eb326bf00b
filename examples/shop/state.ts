import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { JsonObject } from './json.ts';
import type { Coupon, CouponJob, Customer, Errand, Order, Registration } from './records.ts';
import type { Surroundings } from './surroundings.ts';

/** All that the shop has to remember. */
export interface State {
  lastNumber: number;
  registration: Registration | null;
  /** By the shop's own id. */
  customers: Record<string, Customer>;
  /** Those that the platform may still have. */
  removed: Customer[];
  orders: Record<string, Order>;
  errands: Record<string, Errand>;
  /** By code. */
  jobs: Record<string, CouponJob>;
  coupons: Coupon[];
  /** What was read of the platform's products, by the platform's id. */
  products: Record<string, JsonObject>;
}

/** Where the state outlives a restart. */
export interface Storage {
  load(): State;
  save(state: State): void;
}

/** What a shop knows that has done nothing. */
export const emptyState = (nowMs: number): State => ({
  // shops that count their records must not meet each other's numbers on one platform
  lastNumber: nowMs,
  registration: null,
  customers: {},
  removed: [],
  orders: {},
  errands: {},
  jobs: {},
  coupons: [],
  products: {},
});

const stateIn = (text: string | undefined, nowMs: number): State => {
  const state: State = text === undefined ? emptyState(nowMs) : JSON.parse(text);
  return state;
};

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/** Keeps the state in a file, which is there whole at any time. @throws the system's error when it cannot. */
export const fileStorage = (file: string, { now }: Pick<Surroundings, 'now'>): Storage => ({
  load: () => stateIn(readIfThere(file), now()),
  save(state) {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  },
});

/** Keeps the state for as long as the process lives. */
export const memoryStorage = ({ now }: Pick<Surroundings, 'now'>): Storage => {
  let saved = emptyState(now());
  return {
    // a shop that is restarted has a state of its own
    load: () => structuredClone(saved),
    save(state) {
      saved = state;
    },
  };
};
