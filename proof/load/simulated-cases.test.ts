import { expect, test } from 'vitest';
import { decideGate } from '../../load/gate/decide.ts';
import { judgeObjectives } from '../../load/gate/objectives.ts';
import { problemsOf } from './case-problems.ts';
import { simulatedCases } from './cases.ts';
import { simulateLoad } from './simulate-load.ts';

test.each(simulatedCases)('$name', async (each) => {
  const { figures, wrong } = await simulateLoad(each);
  const objectives = judgeObjectives(figures, {});
  const gate = decideGate({ result: figures, objectives });
  expect(problemsOf(each, { ...figures, objectives, gate }, wrong)).toEqual([]);
});
