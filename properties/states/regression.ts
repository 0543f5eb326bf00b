import { afterAll, inject, test } from 'vitest';
import { isFault } from '../../core/verdict.ts';
import { judge } from '../../suites/judge/judge.ts';
import { whatWasSeen } from '../../suites/judge/try-once.ts';
import { openSession } from '../../suites/session/session.ts';
import { follow } from './follow.ts';
import { type MachineProperty, machines } from './machines.ts';
import type { Step } from './step.ts';

/** Defines a test that follows a script which once violated a property, at the target of the run. */
export const regression = async (id: MachineProperty, script: readonly Step[]): Promise<void> => {
  const session = await openSession(inject('run'));
  afterAll(() => session[Symbol.asyncDispose]());
  test(`${id}: ${script.map((step) => step.do).join(', ')}`, async ({ skip }) => {
    const { kind, level, needs } = machines[id];
    const verdict = await judge(session, 'regressions', {
      id,
      level,
      needs,
      text: 'Holds after the steps of a script that once broke it',
      source: '',
      statements: ['S001'],
      check: (context) => follow(context, script, { kind, level }),
    });
    if (verdict.outcome === 'unverified') skip(verdict.reason);
    if (verdict.outcome === 'error') throw new Error(verdict.reason);
    if (isFault(verdict)) throw new Error(whatWasSeen(verdict));
  });
};
