import { expect, test } from 'vitest';
import { timing } from '../../ledger/test-facts.ts';
import { level } from '../../shapes.ts';
import { createRunRecord } from '../record/run-record.ts';
import { createStepJudge } from './run-k6.ts';

const options = {
  plan: { users: 20, timeoutSeconds: 10 },
  record: createRunRecord(timing),
  objectives: {},
  cpuBetween: () => null,
};

test('the last step of a breakpoint run is judged although k6 ends with it', () => {
  const judge = createStepJudge([level(10, 5)], options);
  const beganMs = Date.now() - 5_000;
  expect(judge(beganMs, false)).toBeUndefined();
  expect(judge(beganMs, true)).toMatchObject({ rate: 10, from: 0, to: 5 });
  expect(judge(beganMs, true)).toBeUndefined();
});

test('a step that k6 did not finish is not judged', () => {
  const judge = createStepJudge([level(10, 5)], options);
  expect(judge(Date.now(), true)).toBeUndefined();
});
