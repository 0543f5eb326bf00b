import { hash } from 'node:crypto';
import type { Unique } from '../check-context.ts';

interface UniqueOptions {
  runId: string;
  seed: number;
  /** Distinguishes checks, and the tries of one check. */
  scope: string;
  phonePattern: string;
}

export interface UniqueValues extends Unique {
  /** Counts a value as drawn, so that the next ones stay the same. */
  skip(): void;
}

/**
 * Fresh values for one check. Names come from the run, so that its data can be found. Choices come from the seed, so
 * that they repeat.
 */
export const uniqueValues = ({ runId, seed, scope, phonePattern }: UniqueOptions): UniqueValues => {
  let drawn = 0;
  const draw = (source: string): Buffer => hash('sha256', `${source}:${scope}:${++drawn}`, 'buffer');
  const fresh = (): Buffer => draw(runId);
  return {
    skip() {
      drawn += 1;
    },
    uuid() {
      const bytes = fresh();
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const hex = bytes.toString('hex', 0, 16);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    name: (label) => `selo-${runId}-${label}-${fresh().toString('hex', 0, 6)}`,
    phone() {
      const bytes = fresh();
      let next = 0;
      let phone = '';
      for (const sign of phonePattern) phone += sign === '#' ? (bytes[next++ % bytes.length] ?? 0) % 10 : sign;
      return phone;
    },
    email: () => `selo-${runId}-${fresh().toString('hex', 0, 6)}@example.com`,
    integer: (min, max) => min + (draw(String(seed)).readUInt32BE(0) % (max - min + 1)),
  };
};
