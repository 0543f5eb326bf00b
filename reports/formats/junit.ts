import type { TestCase } from 'junit-report-builder';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { brokenWaivers, concludeRun, countsInWords, requiredInWords, tallyOf, termsOf, waiverOf } from '../conclude.ts';
import { adviceInWords, describeFault, findingOf } from '../failures/describe-fault.ts';
import { casesInWords } from '../failures/verdict-in-words.ts';
import { verdictsByGroup } from '../groups.ts';
import { legalInJunit, newJunitBuilder, skipWith } from '../kit/junit-builder.ts';
import { excerpt, plain, printable } from '../kit/printable.ts';
import { sectionTitleOf } from '../listed-rules.ts';
import { describeSuite } from './console-report.ts';

/** Some readers refuse files of more than ten megabytes. */
const maxLineLength = 20_000;

const legal = (text: string): string => legalInJunit(printable(text));

const note = (result: Result, verdict: Verdict, testCase: TestCase): void => {
  const said = describeFault(result, verdict, plain)
    .map((line) => legalInJunit(excerpt(line, maxLineLength)))
    .join('\n');
  const finding = legal(findingOf(verdict));
  const waiver = waiverOf(result, verdict);
  switch (verdict.outcome) {
    case 'pass':
      return;
    case 'fail':
      if (waiver) {
        testCase.property('waived', legal(`${termsOf(waiver)}: ${waiver.reason}`));
        testCase.standardOutput(said);
      } else {
        testCase.failure(finding, 'fail');
        testCase.stacktrace(said);
      }
      return;
    case 'warn':
      testCase.property('outcome', 'warn');
      testCase.standardOutput(said);
      return;
    case 'unverified':
      testCase.property('cause', verdict.cause);
      testCase.property('reason', legal(verdict.reason));
      skipWith(testCase, {
        message: finding,
        text: `${finding}\nto do: ${legal(adviceInWords(verdict))}`,
      });
      return;
    case 'error':
      testCase.error(finding, 'error', said);
  }
};

const noteSearch = ({ search }: Verdict, testCase: TestCase): void => {
  if (!search) return;
  const { counterexample } = search;
  testCase.property('cases', legal(counterexample ? `${search.cases} of ${search.planned}` : casesInWords(search)));
  if (!counterexample) return;
  testCase.property('path', legal(counterexample.path));
  testCase.property('drawn', legal(counterexample.drawn));
};

/**
 * A result as JUnit XML: one test case for each rule, one class for each section. Warnings and waived failures pass,
 * with a property.
 */
export const junitOf = (result: Result): string => {
  const builder = newJunitBuilder().name('selo');
  for (const [section, verdicts] of Map.groupBy(result.verdicts, (verdict) => verdict.section)) {
    const suite = builder
      .testSuite()
      .name(legal(sectionTitleOf(section)))
      .timestamp(result.run.startedAt)
      .property('target', legal(result.target.name))
      .property('seed', String(result.run.seed))
      .property('suite', legal(describeSuite(result)));
    for (const verdict of verdicts) {
      const testCase = suite
        .testCase()
        .className(legal(section))
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
    ...brokenWaivers(result).map(({ rule, state }) => `the waiver of ${rule} is ${state}`),
  ];
  const required = requiredInWords(result);
  if (whole.length + required.length > 0) {
    const suite = builder.testSuite().name('the run as a whole');
    for (const fault of whole) suite.testCase().className('run').name(legal(fault)).error(legal(fault), 'error');
    for (const missing of required) {
      suite.testCase().className('run').name(legal(missing)).failure(legal(missing), 'fail');
    }
  }
  const { kind, message } = concludeRun(result);
  const groups = builder.testSuite().name('groups').property('verdict', kind).property('message', legal(message));
  for (const [group, own] of verdictsByGroup(result.verdicts)) {
    const { counts, coverage } = tallyOf(own);
    groups.property(group, `${countsInWords(counts)}; ${coverage.judged} of ${coverage.applicable} judged`);
  }
  return builder.build();
};
