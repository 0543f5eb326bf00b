import type { Cause } from '../../core/outcome.ts';
import { isFault, isUnverified } from '../../core/verdict.ts';
import { allDefects } from '../../suites/all-defects.ts';
import { changeOf, type PlatformChange } from '../../suites/defect.ts';
import { describeVerdict, isFalsePositive, passiveIds } from '../judge-embedded.ts';
import type { Fault } from './fault.ts';
import { judgeBehind } from './judge-behind.ts';
import type { Toxiproxy } from './toxiproxy/start-toxiproxy.ts';

/** Rules about reads, writes, lists, dates, refusals, races and notifications. */
const rules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: [
    ...['AUTH-1', 'AUTH-2', 'AUTH-10', 'AUTH-13', 'ISO-2', 'ISO-10', 'ISO-17'],
    ...['CONV-2', 'CONV-9', 'CONV-15', 'CONV-24', 'CONV-28', 'CONV-31', 'CONV-38', 'CONV-57', 'CONV-76'],
    ...['ERR-1', 'ERR-5', 'ERR-6', 'PROD-3', 'PROD-6', 'CUST-13', 'ORD-6', 'ORD-17', 'ORD-26', 'USER-2', 'CONF-1'],
    ...['PAG-1', 'PAG-3', 'PAG-4', 'PAG-8', 'PAG-9', 'PAG-12', 'DATE-1', 'DATE-3', 'DATE-7', 'DATE-11', 'DATE-12'],
    ...['COUP-2', 'COUP-3', 'SHARED-4', 'FLOW-1', 'FLOW-6', 'DLV-1', 'DLV-3', 'DLV-12', 'DLV-26', 'LAW-13', 'LAW-54'],
  ],
  webhooks: [
    ...['DLV-1', 'DLV-2', 'DLV-3', 'DLV-6', 'DLV-8', 'DLV-9', 'DLV-12', 'DLV-13', 'DLV-14', 'DLV-15', 'DLV-17'],
    ...['DLV-18', 'DLV-19', 'DLV-23', 'DLV-24', 'DLV-26', 'DLV-31', 'DLV-32', 'DLV-33', 'FLOW-1', 'FLOW-21'],
    ...['HOOK-1', 'HOOK-2', 'HOOK-5', 'HOOK-6', 'ISO-33', 'LAW-57', 'LAW-61', 'LAW-62'],
  ],
};

const isSelected =
  (on: Fault['on']) =>
  ({ id }: { id: string }): boolean =>
    passiveIds.has(id) || rules[on].includes(id);

const brokenRules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: ['AUTH-2', 'CONV-24', 'PAG-8', 'DATE-3', 'ERR-6', 'COUP-3', 'DLV-3'],
  webhooks: ['DLV-3', 'DLV-8', 'DLV-12', 'DLV-17', 'DLV-32'],
};

/** The first defect of a rule. */
const defectOf = (rule: string): PlatformChange => {
  const defect = allDefects.find((each) => each.rule === rule);
  if (!defect) throw new Error(`${rule} has no defect`);
  return changeOf(defect);
};

/** The result of a fault. */
export interface Row {
  fault: Fault;
  passed: number;
  /** Unverified rules by their cause. */
  unverified: Partial<Record<Cause, number>>;
  /** Failures of the sound platform, and errors of our own. */
  wrong: string[];
  /** Requests and attempts that arrived and were not recorded. */
  lost: string[];
  /** Broken platforms that failed, and those that were unverified. */
  caught: number;
  spared: number;
  /** Broken platforms that passed. */
  hidden: string[];
  requests: number;
  seconds: number;
}

export const judgeRow = async (fault: Fault, toxiproxy: Toxiproxy): Promise<Row> => {
  const startedMs = performance.now();
  const { verdicts, lost } = await judgeBehind({ fault, toxiproxy, options: {}, selects: isSelected(fault.on) });
  const unverified: Row['unverified'] = {};
  for (const { cause } of verdicts.filter(isUnverified)) unverified[cause] = (unverified[cause] ?? 0) + 1;

  const onBroken = await Promise.all(
    brokenRules[fault.on].map((rule) =>
      judgeBehind({ fault, toxiproxy, options: defectOf(rule), selects: ({ id }) => id === rule }),
    ),
  );
  const judged = onBroken.flatMap((each) => each.verdicts);
  return {
    fault,
    passed: verdicts.filter(({ outcome }) => outcome === 'pass').length,
    unverified,
    wrong: verdicts.filter(isFalsePositive).map(describeVerdict),
    lost: [...lost, ...onBroken.flatMap((each) => each.lost)],
    caught: judged.filter(isFault).length,
    spared: judged.filter(({ outcome }) => outcome === 'unverified').length,
    hidden: judged.filter(({ outcome }) => outcome === 'pass' || outcome === 'error').map(describeVerdict),
    requests: [...verdicts, ...judged].reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
  };
};

/** Harm to a verdict or a record, line by line. */
export const problemsOf = ({ fault, passed, wrong, lost, hidden }: Row): string[] => [
  ...wrong.map((line) => `wrongly: ${line}`),
  ...lost.map((line) => `not recorded: ${line}`),
  ...hidden.map((line) => `passed on a broken platform: ${line}`),
  ...(fault.judgeable === 'none' && fault.on === 'target' && passed > 0
    ? [`${passed} rules passed without an answer`]
    : []),
];

/** A row as a line, and its problems below it. */
export const describeRow = (row: Row): string => {
  const { fault, passed, unverified, caught, spared, requests, seconds } = row;
  const problems = problemsOf(row);
  const causes = Object.entries(unverified).map(([cause, count]) => `${count} ${cause}`);
  return [
    `${problems.length === 0 ? '✓' : '✗'} ${fault.name}: ${fault.text} · ${passed} pass · unverified: ${causes.join(', ') || 'none'} · broken: ${caught} caught, ${spared} unverified · ${requests} requests · ${seconds.toFixed(1)} s`,
    ...problems.map((problem) => `    ${problem}`),
  ].join('\n');
};
