import { expect, test } from 'vitest';
import { isFault, type Verdict } from '../../core/verdict.ts';
import { forked } from '../../fixtures/processes/forked.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { propertyDefects } from '../../properties/all-defects.ts';
import { allDefects } from '../../suites/all-defects.ts';
import { changeOf } from '../../suites/defect.ts';
import { describeVerdict } from '../judge-embedded.ts';
import type { JudgedElsewhere, JudgingOptions } from './judging-process.ts';

const dates = ['DATE-1', 'DATE-2', 'DATE-3', 'DATE-4', 'DATE-5', 'DATE-6', 'DATE-7', 'DATE-8', 'DATE-9', 'DATE-11'];
const lists = ['PAG-8', 'PAG-9', 'PAG-10', 'LIM-6', 'COUP-15', 'COUP-8', 'LAW-1', 'LAW-6', 'LAW-7', 'LAW-15'];
/** What goes by how long something takes. */
const durations = ['DLV-10', 'DLV-23', 'DLV-25', 'FLOW-19', 'LAW-57'];
/** What a clock that is off must not hide. */
const broken = ['DATE-1', 'DATE-5', 'DATE-9', 'PAG-8'];
/** Waits until a deadline on it, which a clock that jumps back would never reach. */
const brokenDeadline = 'LAW-57';

/** Judges a sound platform and broken ones by a process whose clock is off; theirs are right. */
const judged = async (clock: Omit<JudgingOptions, 'targets'>): Promise<Verdict[][]> => {
  await using resources = new AsyncDisposableStack();
  const targetOf = async (rules: string[], defectOf?: string): Promise<JudgedElsewhere> => {
    const defect = [...allDefects, ...propertyDefects].find(({ rule }) => rule === defectOf);
    const { profile, secrets } = resources.use(await startEmbedded(defect && changeOf(defect)));
    // what keeps a rate waits for turns
    const limits = { ...profile.limits, requestsPerSecond: 500, search: { cases: 3 } };
    return { profile: { ...profile, limits }, secrets, rules };
  };
  const targets = [
    await targetOf([...dates, ...lists, ...durations]),
    ...(await Promise.all(
      [...broken, ...(clock.jumpEveryMs === undefined ? [] : [brokenDeadline])].map((rule) => targetOf([rule], rule)),
    )),
  ];
  const process = resources.use(
    forked(new URL('judging-process.ts', import.meta.url), { ...clock, targets } satisfies JudgingOptions, 'judging'),
  );
  // only our own process sends here
  return (await process.next('reported its verdicts')) as Verdict[][];
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test.concurrent.for<[string, Omit<JudgingOptions, 'targets'>]>([
  ['is ten minutes ahead', { shiftMs: 10 * minuteMs }],
  ['is ten minutes behind', { shiftMs: -10 * minuteMs }],
  ['is 26 hours ahead', { shiftMs: 26 * hourMs }],
  ['is 26 hours behind', { shiftMs: -26 * hourMs }],
  ['jumps 26 hours ahead again and again', { shiftMs: 26 * hourMs, jumpEveryMs: 300 }],
  ['jumps 26 hours back again and again', { shiftMs: -26 * hourMs, jumpEveryMs: 300 }],
])('a run whose clock %s causes no false positive, and sees every fault of dates', async ([, clock]) => {
  const [sound = [], ...ofBroken] = await judged(clock);
  expect(sound.filter(({ outcome }) => !['pass', 'unverified'].includes(outcome)).map(describeVerdict)).toEqual([]);
  expect(sound.filter(({ rule, outcome }) => dates.includes(rule) && outcome !== 'pass').map(describeVerdict)).toEqual(
    [],
  );
  const missed = broken.filter((rule) => !ofBroken.flat().some((verdict) => verdict.rule === rule && isFault(verdict)));
  expect(missed).toEqual([]);
});
