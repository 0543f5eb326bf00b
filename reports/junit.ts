import junit, { type Builder, type TestCase } from 'junit-report-builder';
import { describeSuite } from './console-report.ts';
import { describeFault } from './describe-fault.ts';
import { casesInWords } from './describe-search.ts';
import { sectionTitles } from './listed-rules.ts';
import { plain } from './paint.ts';
import type { ReportedVerdict, Result } from './result.ts';

// the package's types place the builder one level deeper than Node finds it
const isBuilder = (value: unknown): value is Builder =>
  typeof value === 'object' && value !== null && 'newBuilder' in value;

const newBuilder = (): Builder => {
  const found: unknown = junit;
  if (!isBuilder(found)) throw new TypeError('junit-report-builder exports no builder');
  return found.newBuilder();
};

/** What XML 1.0 cannot hold, and the end of a CDATA section. */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const legal = (text: string): string =>
  text
    .replace(illegal, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll(']]>', ']]\\u{3e}');

const note = (result: Result, verdict: ReportedVerdict, testCase: TestCase): void => {
  const told = legal(describeFault(result, verdict, plain).join('\n'));
  const { violation, reason = '', cause } = verdict;
  const waiver = result.waivers.find(({ rule, state }) => rule === verdict.rule && state === 'applied');
  switch (verdict.outcome) {
    case 'pass':
      return;
    case 'fail':
      if (waiver) {
        testCase.property('waived', legal(`until ${waiver.until}: ${waiver.reason}`));
        testCase.standardOutput(told);
      } else {
        const message = violation
          ? `${violation.pointer}: expected ${violation.expected}, got ${violation.actual}`
          : reason;
        testCase.failure(legal(message), 'fail');
        testCase.stacktrace(told);
      }
      return;
    case 'warn':
      testCase.property('outcome', 'warn');
      testCase.standardOutput(told);
      return;
    case 'unverified':
      testCase.property('cause', cause ?? '');
      testCase.property('reason', legal(reason));
      testCase.skipped();
      testCase.standardOutput(legal(`${cause}: ${reason}`));
      return;
    case 'error':
      testCase.error(legal(reason), 'error', told);
  }
};

const noteSearch = ({ search }: ReportedVerdict, testCase: TestCase): void => {
  if (!search) return;
  const { counterexample } = search;
  testCase.property('cases', counterexample ? `${search.cases} of ${search.planned}` : casesInWords(search));
  if (!counterexample) return;
  testCase.property('path', legal(counterexample.path));
  testCase.property('drawn', legal(counterexample.drawn));
};

/** A result as JUnit XML: a test case a rule, sections as classes. Warnings and waived faults pass, with a property. */
export const junitOf = (result: Result): string => {
  const builder = newBuilder().name('selo');
  for (const [section, verdicts] of Map.groupBy(result.verdicts, (verdict) => verdict.section)) {
    const suite = builder
      .testSuite()
      .name(legal(sectionTitles.get(section) ?? section))
      .timestamp(result.run.startedAt)
      .property('target', legal(result.target.name))
      .property('seed', String(result.run.seed))
      .property('suite', describeSuite(result));
    for (const verdict of verdicts) {
      const testCase = suite
        .testCase()
        .className(section)
        .name(legal(`${verdict.rule} ${verdict.text}`))
        .time(verdict.durationMs / 1000);
      testCase.property('level', verdict.level);
      testCase.property('source', legal(verdict.source));
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
    for (const fault of whole) suite.testCase().className('run').name(legal(fault)).error(legal(fault), 'error');
  }
  return builder.build();
};
