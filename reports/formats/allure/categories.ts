import { Status } from 'allure-js-commons';

interface Kind {
  name: string;
  /** Labels of these verdicts, as patterns. */
  labels: Record<string, string>;
  groupBy: 'feature' | 'cause';
  /** For Allure 2, which has neither labels nor an order of categories. */
  of2: { matchedStatuses: Status[]; messageRegex?: string; flaky?: boolean };
}

const waived = '^waived (?:by|until) [\\s\\S]*$';
const unwaived = '^(?!waived (?:by|until) )[\\s\\S]*$';

const kinds: readonly Kind[] = [
  {
    name: 'Waived',
    labels: { tag: '^waived$' },
    groupBy: 'feature',
    of2: { matchedStatuses: [Status.FAILED, Status.PASSED], messageRegex: waived },
  },
  {
    name: 'Intermittent',
    labels: { stability: '^intermittent$' },
    groupBy: 'feature',
    of2: { matchedStatuses: [Status.FAILED], messageRegex: unwaived, flaky: true },
  },
  {
    name: 'Failed',
    labels: { outcome: '^fail$' },
    groupBy: 'feature',
    of2: { matchedStatuses: [Status.FAILED], messageRegex: unwaived, flaky: false },
  },
  {
    name: 'Warning',
    labels: { outcome: '^warn$' },
    groupBy: 'feature',
    of2: { matchedStatuses: [Status.PASSED], messageRegex: '^warning: [\\s\\S]*$' },
  },
  {
    name: 'Not judged',
    labels: { outcome: '^unverified$' },
    groupBy: 'cause',
    of2: { matchedStatuses: [Status.SKIPPED] },
  },
  {
    name: 'A fault of Selo itself',
    labels: { outcome: '^error$' },
    groupBy: 'feature',
    of2: { matchedStatuses: [Status.BROKEN] },
  },
];

/** Categories of Allure 2, for the folder of results. */
export const categoriesOf2 = kinds.map(({ name, of2 }) => ({ name, ...of2 }));

/** Categories of Allure 3, for its configuration. The first match counts. */
export const categoriesOf3 = kinds.map(({ name, labels, groupBy }) => ({
  name,
  matchers: { labels },
  groupBy: [{ label: groupBy }],
}));
