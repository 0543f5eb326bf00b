import type { TestCase } from 'junit-report-builder';
import type { Gate, GateReason, LoadResult } from '../../core/load-result.ts';
import { legalInJunit, newJunitBuilder } from '../../reports/kit/junit-builder.ts';
import { printable } from '../../reports/kit/printable.ts';
import { gateSteps } from './next-steps.ts';

/** Printable, and legal in XML. */
const legal = (text: string): string => legalInJunit(printable(text));

const inFull = ({ text, advice }: GateReason): string => (advice === undefined ? text : `${text}\nto do: ${advice}`);

/** Gives a test case its outcome, by all that the gate has to say about its subject. */
const note = (step: GateReason['step'], reasons: readonly GateReason[], testCase: TestCase): void => {
  const broken = reasons.filter(({ outcome }) => outcome === 'fail');
  const open = reasons.filter(({ outcome }) => outcome === 'unverified');
  const detailOf = (some: readonly GateReason[]): string => legal(some.map(inFull).join('\n'));
  const [first] = broken;
  if (first !== undefined) {
    if (step === 'validity') {
      testCase.error(legal(first.text), 'invalid', detailOf(broken));
    } else {
      testCase.failure(legal(first.text), step);
      testCase.stacktrace(detailOf(broken));
    }
  } else if (open.length === reasons.length) {
    testCase.property('reason', legal(open[0]?.text ?? ''));
    testCase.skipped();
  }
  if (open.length > 0) testCase.standardOutput(detailOf(open));
};

/** A run that the gate lets pass for no reason must not look green: an exit code other than 0 is red here. */
const noteVerdict = ({ verdict, message }: Gate, testCase: TestCase): void => {
  if (verdict === 'fail' || verdict === 'inconclusive') testCase.failure(legal(message), verdict);
  if (verdict === 'invalid') testCase.error(legal(message), verdict);
};

/**
 * The gate's reasons as JUnit XML: a suite for the verdict and one for each question of the gate, with test cases whose
 * names are the same in every run. What makes a run invalid is an error, any other failed reason a failure, what was
 * not judged is skipped.
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
