import { expect, test } from 'vitest';
import type { Excused } from './excuses.ts';
import type { Fate, Judged } from './mutant.ts';
import { scoreOf } from './score.ts';

const judgedAs = (fate: Fate, id: string): Judged => ({
  mutant: {
    id,
    file: 'platform/a.ts',
    line: 1,
    start: 0,
    end: 1,
    original: 'a',
    replacement: '""',
  },
  fate,
  message: '',
  unmoved: 0,
});

const excused: Excused = { file: 'platform/a.ts', code: 'a', excuse: 'open', because: 'a test' };

test('what is caught or timed out counts; what survived, left rules unjudged or was not reached counts against it', () => {
  const fates: Fate[] = ['caught', 'caught', 'timed out', 'survived', 'unjudged', 'unreached'];
  const score = scoreOf(
    fates.map((fate, index) => judgedAs(fate, String(index))),
    () => undefined,
  );
  expect(score.share).toBe(0.5);
  expect(score.open).toHaveLength(3);
});

test('a mutant on which the platform breaks down counts in neither way, and is counted apart', () => {
  const fates: Fate[] = ['caught', 'erring', 'broken'];
  const score = scoreOf(
    fates.map((fate, index) => judgedAs(fate, String(index))),
    () => undefined,
  );
  expect(score.share).toBe(1);
  expect(score.shareOfAll).toBeCloseTo(1 / 3);
  expect(score.brokenDown).toHaveLength(2);
});

test('only what is not caught is excused', () => {
  const score = scoreOf([judgedAs('caught', 'one'), judgedAs('survived', 'two')], () => excused);
  expect(score.excuses).toEqual({ equivalent: 0, open: 1, unseen: 0 });
  expect(score.share).toBe(1);
  expect(score.open).toEqual([]);
});
