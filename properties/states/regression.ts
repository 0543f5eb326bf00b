import { afterAll, inject, test } from 'vitest';
import { isFault } from '../../core/verdict.ts';
import { judge } from '../../suites/judge/judge.ts';
import { whatWasSeen } from '../../suites/judge/try-once.ts';
import { openSession } from '../../suites/session/session.ts';
import { follow } from './follow.ts';
import { type MachineProperty, machines } from './machines.ts';
import type { Step } from './step.ts';

/**
 * Hands a script that once broke a property to the engine as a test of its own: `vitest run --project suites` follows it at
 * the target that `SELO_PROFILE` names, else at the embedded platform.
 */
export const regression = async (id: MachineProperty, script: readonly Step[]): Promise<void> => {
  const session = await openSession(inject('run'));
  afterAll(() => session[Symbol.asyncDispose]());
  test(`${id}: ${script.map((step) => step.do).join(', ')}`, async ({ skip }) => {
    const { kind, level, needs } = machines[id];
    const verdict = await judge(session, 'regressions', {
      ...{
        id,
        level,
        needs,
        text: 'Holds after the steps of a script that once broke it',
        source: '',
        statements: ['S001'],
      },
      check: (context) => follow(context, script, { kind, level }),
    });
    if (verdict.outcome === 'unverified') skip(verdict.reason);
    if (verdict.outcome === 'error') throw new Error(verdict.reason);
    if (isFault(verdict)) throw new Error(whatWasSeen(verdict));
  });
};
