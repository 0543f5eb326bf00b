import { Stage, Status } from 'allure-js-commons';
import type { ReporterRuntime } from 'allure-js-commons/sdk/reporter';
import type { Result } from '../../../core/result.ts';
import type { Verdict } from '../../../core/verdict.ts';
import { brokenWaivers, concludeRun, requiredInWords } from '../../conclude.ts';
import { excerpt, printable } from '../../kit/printable.ts';

const maxNameLength = 300;
const maxFaultLength = 2_000;
const whole = 'The run as a whole';

interface Fault {
  outcome: Verdict['outcome'];
  message: string;
}

const faultsOf = (result: Result): Fault[] => {
  const { kind, message } = concludeRun(result);
  return [
    ...result.faults.map((fault): Fault => ({ outcome: 'error', message: excerpt(fault, maxFaultLength) })),
    ...brokenWaivers(result).map(
      ({ rule, state, reason }): Fault => ({
        outcome: 'fail',
        message: `the waiver of ${printable(rule)} is ${state}: ${excerpt(reason, maxFaultLength)}`,
      }),
    ),
    ...requiredInWords(result).map(
      (missing): Fault => ({ outcome: 'fail', message: excerpt(missing, maxFaultLength) }),
    ),
    ...(kind === 'unjudgeable' || kind === 'interrupted' ? [{ outcome: 'unverified' as const, message }] : []),
  ];
};

const writeFault = (runtime: ReporterRuntime, { run, target }: Result, { outcome, message }: Fault): void => {
  const name = excerpt(message, maxNameLength) || 'a fault without words';
  const at = Date.parse(run.endedAt);
  const id = runtime.startTest({
    name,
    fullName: `selo#run ${name}`,
    titlePath: [whole],
    start: at,
    stage: Stage.FINISHED,
    status: outcome === 'fail' ? Status.FAILED : Status.BROKEN,
    statusDetails: { message },
    labels: [
      { name: 'framework', value: 'selo' },
      { name: 'feature', value: whole },
      { name: 'outcome', value: outcome },
    ],
    parameters: [{ name: 'target', value: excerpt(target.name, maxNameLength) }],
  });
  runtime.stopTest(id, { stop: at });
  runtime.writeTest(id);
};

/** Writes a failing test for each fault of the run as a whole. */
export const writeFaultsOfRun = (runtime: ReporterRuntime, result: Result): void => {
  for (const fault of faultsOf(result)) writeFault(runtime, result, fault);
};
