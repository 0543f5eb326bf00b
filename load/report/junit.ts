import type { TestCase } from 'junit-report-builder';
import type { Gate, GateReason, LoadResult } from '../../core/load-result.ts';
import { legalInJunit, newJunitBuilder } from '../../reports/kit/junit-builder.ts';
import { printable } from '../../reports/kit/printable.ts';
import { gateSteps } from './next-steps.ts';

/** Printable, and legal in XML. */
const legal = (text: string): string => legalInJunit(printable(text));

const inFull = ({ text, advice }: GateReason): string => (advice === undefined ? text : `${text}\nto do: ${advice}`);

/** Sets the outcome of a test case from the reasons about its subject. */
const note = (step: GateReason['step'], reasons: readonly GateReason[], testCase: TestCase): void => {
  const failed = reasons.filter(({ outcome }) => outcome === 'fail');
  const open = reasons.filter(({ outcome }) => outcome === 'unverified');
  const detailOf = (some: readonly GateReason[]): string => legal(some.map(inFull).join('\n'));
  const [first] = failed;
  if (first !== undefined) {
    if (step === 'validity') {
      testCase.error(legal(first.text), 'invalid', detailOf(failed));
    } else {
      testCase.failure(legal(first.text), step);
      testCase.stacktrace(detailOf(failed));
    }
  } else if (open.length === reasons.length) {
    testCase.property('reason', legal(open[0]?.text ?? ''));
    testCase.skipped();
  }
  if (open.length > 0) testCase.standardOutput(detailOf(open));
};

/** Every verdict except `pass` must fail, even without a failed reason. */
const noteVerdict = ({ verdict, message }: Gate, testCase: TestCase): void => {
  if (verdict === 'fail' || verdict === 'inconclusive') testCase.failure(legal(message), verdict);
  if (verdict === 'invalid') testCase.error(legal(message), verdict);
};

/**
 * The reasons of the gate as JUnit XML: a suite for the verdict and one for each step, with test cases whose names are the
 * same in every run. A reason of validity is an error, another failed reason a failure, and an unverified one is skipped.
 */
export const loadJunit = ({ run, target, gate }: LoadResult): string => {
  const builder = newJunitBuilder().name('selo load');
  const suiteOf = (name: string) =>
    builder
      .testSuite()
      .name(name)
      .timestamp(run.startedAt)
      .property('verdict', gate.verdict)
      .property('target', legal(target.name))
      .property('run', `${run.script}, ${run.shape}, seed ${run.seed}`);
  const verdict = suiteOf('gate').testCase().className('load.gate').name('the release may go out');
  noteVerdict(gate, verdict.time(run.durationSeconds));
  for (const { step, question } of gateSteps) {
    const reasons = gate.reasons.filter((reason) => reason.step === step);
    if (reasons.length === 0) continue;
    const suite = suiteOf(step);
    for (const [subject, about] of Map.groupBy(reasons, (reason) => reason.subject ?? question)) {
      note(step, about, suite.testCase().className(`load.${step}`).name(legal(subject)).time(run.loadSeconds));
    }
  }
  return builder.build();
};
