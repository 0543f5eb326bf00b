import type { TestCase } from 'junit-report-builder';
import type { GateReason, LoadResult } from '../../load/result.ts';
import { legalInJunit, newJunitBuilder } from '../junit-builder.ts';
import { printable } from '../printable.ts';
import { gateSteps } from './gate-look.ts';

/** Printable, and legal in XML. */
const legal = (text: string): string => legalInJunit(printable(text));

const note = ({ step, outcome, text, advice }: GateReason, testCase: TestCase): void => {
  const message = legal(text);
  const detail = advice === undefined ? message : `${message}\nto do: ${legal(advice)}`;
  switch (outcome) {
    case 'held':
      return;
    case 'broken':
      if (step === 'validity') {
        testCase.error(message, 'invalid', detail);
      } else {
        testCase.failure(message, step);
        testCase.stacktrace(detail);
      }
      return;
    case 'not judged':
      testCase.property('reason', message);
      testCase.skipped();
      testCase.standardOutput(detail);
  }
};

/**
 * The gate's reasons as JUnit XML: a suite for each question of the gate, a test case for each reason. What makes a run
 * invalid is an error, any other broken reason a failure, what was not judged is skipped.
 */
export const loadJunit = ({ run, target, gate }: LoadResult): string => {
  const builder = newJunitBuilder().name('selo load');
  for (const { step } of gateSteps) {
    const reasons = gate.reasons.filter((reason) => reason.step === step);
    if (reasons.length === 0) continue;
    const suite = builder
      .testSuite()
      .name(step)
      .timestamp(run.startedAt)
      .property('verdict', gate.verdict)
      .property('target', legal(target.name))
      .property('run', `${run.script}, ${run.shape}, seed ${run.seed}`);
    for (const reason of reasons) note(reason, suite.testCase().className(`load.${step}`).name(legal(reason.text)));
  }
  return builder.build();
};
