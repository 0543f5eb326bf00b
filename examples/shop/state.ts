import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { JsonObject } from './json.ts';
import type { Coupon, CouponJob, Customer, Errand, Order, Registration } from './records.ts';
import type { Surroundings } from './surroundings.ts';

/** Everything that the shop saves. */
export interface State {
  lastNumber: number;
  registration: Registration | null;
  /** By the shop's id. */
  customers: Record<string, Customer>;
  /** Removed customers that the platform may still have. */
  removed: Customer[];
  orders: Record<string, Order>;
  errands: Record<string, Errand>;
  /** The ids of errands that the platform refused. */
  refused: string[];
  /** By code. */
  jobs: Record<string, CouponJob>;
  coupons: Coupon[];
  /** The platform's products, by the platform's id. */
  products: Record<string, JsonObject>;
}

/** Saves the state across restarts. */
export interface Storage {
  load(): State;
  save(state: State): void;
}

/** The state of a new shop. */
export const emptyState = (nowMs: number): State => ({
  // shops that count their records must not share numbers on one platform
  lastNumber: nowMs,
  registration: null,
  customers: {},
  removed: [],
  orders: {},
  errands: {},
  refused: [],
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

/** Saves the state in a file, which is complete at any time. @throws the system's error if that fails. */
export const fileStorage = (file: string, { now }: Pick<Surroundings, 'now'>): Storage => ({
  load: () => stateIn(readIfThere(file), now()),
  save(state) {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  },
});

/** Keeps the state until the process ends. */
export const memoryStorage = ({ now }: Pick<Surroundings, 'now'>): Storage => {
  let saved = emptyState(now());
  return {
    // the restarted shop must not share objects with the old one
    load: () => structuredClone(saved),
    save(state) {
      saved = state;
    },
  };
};
