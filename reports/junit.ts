import type { TestCase } from 'junit-report-builder';
import { describeSuite } from './console-report.ts';
import { describeFault } from './describe-fault.ts';
import { casesInWords } from './describe-search.ts';
import { legalInJunit, newJunitBuilder } from './junit-builder.ts';
import { sectionTitles } from './listed-rules.ts';
import { plain } from './paint.ts';
import type { ReportedVerdict, Result } from './result.ts';

const note = (result: Result, verdict: ReportedVerdict, testCase: TestCase): void => {
  const told = legalInJunit(describeFault(result, verdict, plain).join('\n'));
  const { violation, reason = '', cause } = verdict;
  const waiver = result.waivers.find(({ rule, state }) => rule === verdict.rule && state === 'applied');
  switch (verdict.outcome) {
    case 'pass':
      return;
    case 'fail':
      if (waiver) {
        testCase.property('waived', legalInJunit(`until ${waiver.until}: ${waiver.reason}`));
        testCase.standardOutput(told);
      } else {
        const message = violation
          ? `${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`
          : reason;
        testCase.failure(legalInJunit(message), 'fail');
        testCase.stacktrace(told);
      }
      return;
    case 'warn':
      testCase.property('outcome', 'warn');
      testCase.standardOutput(told);
      return;
    case 'unverified':
      testCase.property('cause', cause ?? '');
      testCase.property('reason', legalInJunit(reason));
      testCase.skipped();
      testCase.standardOutput(legalInJunit(`${cause}: ${reason}`));
      return;
    case 'error':
      testCase.error(legalInJunit(reason), 'error', told);
  }
};

const noteSearch = ({ search }: ReportedVerdict, testCase: TestCase): void => {
  if (!search) return;
  const { counterexample } = search;
  testCase.property('cases', counterexample ? `${search.cases} of ${search.planned}` : casesInWords(search));
  if (!counterexample) return;
  testCase.property('path', legalInJunit(counterexample.path));
  testCase.property('drawn', legalInJunit(counterexample.drawn));
};

/** A result as JUnit XML: a test case a rule, sections as classes. Warnings and waived faults pass, with a property. */
export const junitOf = (result: Result): string => {
  const builder = newJunitBuilder().name('selo');
  for (const [section, verdicts] of Map.groupBy(result.verdicts, (verdict) => verdict.section)) {
    const suite = builder
      .testSuite()
      .name(legalInJunit(sectionTitles.get(section) ?? section))
      .timestamp(result.run.startedAt)
      .property('target', legalInJunit(result.target.name))
      .property('seed', String(result.run.seed))
      .property('suite', describeSuite(result));
    for (const verdict of verdicts) {
      const testCase = suite
        .testCase()
        .className(section)
        .name(legalInJunit(`${verdict.rule} ${verdict.text}`))
        .time(verdict.durationMs / 1000);
      testCase.property('level', verdict.level);
      testCase.property('source', legalInJunit(verdict.source));
      noteSearch(verdict, testCase);
      note(result, verdict, testCase);
    }
  }
  const whole = [
    ...result.faults,
    ...result.waivers
      .filter(({ state }) => state === 'stale' || state === 'expired')
      .map(({ rule, state }) => `the waiver of ${rule} is ${state}`),
  ];
  if (whole.length > 0) {
    const suite = builder.testSuite().name('the run as a whole');
    for (const fault of whole)
      suite.testCase().className('run').name(legalInJunit(fault)).error(legalInJunit(fault), 'error');
  }
  return builder.build();
};
