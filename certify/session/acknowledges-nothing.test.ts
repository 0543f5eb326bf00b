import { expect, test } from 'vitest';
import { emptyRecord, notify } from '../obligations/test-records/test-record.ts';
import { acknowledgesNothing } from './acknowledges-nothing.ts';

const restartedMs = 1000;

test('attempts that a restart cut off say nothing of a receiver', () => {
  const record = emptyRecord();
  for (const code of ['ONE', 'TWO'])
    for (const atMs of [900, 930, 960]) notify(record, atMs, code, { answer: { lost: 'refused' } });
  expect(acknowledgesNothing(record.attempts, 0)).toBe(true);
  expect(acknowledgesNothing(record.attempts, restartedMs)).toBe(false);
  for (const code of ['ONE', 'TWO'])
    for (const atMs of [1100, 1130, 1160]) notify(record, atMs, code, { answer: { status: 500 } });
  expect(acknowledgesNothing(record.attempts, restartedMs)).toBe(true);
  notify(record, 1200, 'TWO');
  expect(acknowledgesNothing(record.attempts, restartedMs)).toBe(false);
});
