import { expect, test } from 'vitest';
import { partnerRecordSchema } from '../../core/partner-record.ts';
import { statementCount } from '../../core/statement.ts';
import { asked, unjudged } from './asked.ts';
import { breaches, breachesOfAskedRecords, brokenRecords } from './breaches/test-all-breaches.ts';
import { judgePartner } from './judge.ts';
import { obligations } from './obligations.ts';
import { levelFault } from './test-level-fault.ts';
import { askedRecord } from './test-records/test-asked-records.ts';
import { notify, unkept } from './test-records/test-record.ts';
import { dropping } from './test-records/test-record-changes.ts';
import { testRecord } from './test-records/test-whole-record.ts';

test('a partner that does everything right breaks nothing, and has an occasion for everything', () => {
  const verdicts = judgePartner(testRecord(), askedRecord());
  expect(
    verdicts.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome, seen }) => ({ id, outcome, seen })),
  ).toEqual([]);
});

test('the record of that partner is one that can be stored', () => {
  expect(partnerRecordSchema.safeParse(testRecord()).error).toBeUndefined();
});

test.each(breaches)('%s, and no unnamed one, is broken by %s', (id, _, change, also) => {
  expect(unkept(testRecord(change)).toSorted()).toEqual([id, ...also].toSorted());
});

test.each(breachesOfAskedRecords)('%s, and no unnamed one, is broken when asked for by %s', (id, _, change, also) => {
  expect(unkept(askedRecord(change)).toSorted()).toEqual([id, ...also].toSorted());
});

test('every obligation is broken by something', () => {
  const broken = new Set([...breaches, ...breachesOfAskedRecords].map(([id]) => id));
  expect(obligations.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

test.each(brokenRecords)('%s broken by %s is reported in words, with its evidence', (id, _, recordOf) => {
  const verdict = judgePartner(recordOf()).find((each) => each.id === id);
  expect(verdict?.seen[0]).toMatch(/\w.{15,}/);
  expect(verdict?.seen[0]).not.toMatch(/undefined|\[object/);
  const evidence = [...(verdict?.calls ?? []), ...(verdict?.attempts ?? []), ...(verdict?.actions ?? [])];
  expect(evidence).not.toEqual([]);
});

test('a coupon that was not made names one of the same order that was notified before', () => {
  const record = testRecord(dropping('PLAIN'));
  notify(record, 900, 'EARLIER');
  const verdict = judgePartner(record).find(({ id }) => id === 'PART-69');
  expect(verdict?.seen.join()).toMatch(/PLAIN .*; EARLIER was notified before it with the same orderId/);
});

/** Ids of obligations that are judged no longer. */
const retired = [13, 18, 41, 64];

test('ids are counted from 1, and none is used again', () => {
  const numbers = [...retired, ...obligations.map(({ id }) => Number(id.slice('PART-'.length)))];
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});

test('every obligation rests on statements that the document has', () => {
  for (const { statements } of obligations) {
    for (const statement of statements) expect(Number(statement.slice(1))).toBeLessThanOrEqual(statementCount);
  }
});

test('the level of every obligation rests on what the document asks of a partner', () => {
  expect(obligations.flatMap((obligation) => levelFault(obligation) ?? [])).toEqual([]);
});

test('whatever the document asks of a partner is judged, and what it requires is judged by a must', () => {
  const judgedBy = (levels: readonly string[]): Set<string> =>
    new Set(obligations.flatMap(({ level, statements }) => (levels.includes(level) ? statements : [])));
  const [byMust, byAny] = [judgedBy(['must']), judgedBy(['must', 'should'])];
  const without = Object.entries(asked).flatMap(([id, each]) =>
    (each?.strength === 'required' ? byMust : byAny).has(id) ? [] : [id],
  );
  expect(without).toEqual(Object.keys(unjudged));
});
