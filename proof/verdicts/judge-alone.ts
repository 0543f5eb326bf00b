import { isFault } from '../../core/verdict.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import type { SimulationOptions } from '../../simulation/simulated-run.ts';
import { changeOf, type Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict } from '../judge-embedded.ts';
import { inWorkers } from '../worker-pool.ts';

interface AloneInput {
  rule: string;
  /** Its index in `everyDefect`; without one, the sound platform is judged. */
  defect?: number;
  /** On a platform whose changes show and act late, with a profile that says so; otherwise on companies without records. */
  isLate?: true;
  seed: number;
}

const lateSeconds = 0.2;
const lateMs = lateSeconds * 1000;

/**
 * Rules about registrations get no late reads: no read shows a registration, and a defect that counts registrations
 * would count each one twice, in the platform and in its copy.
 */
const lateFor = (rule: string): Pick<SimulationOptions, 'readLag' | 'registrationLagMs' | 'profile'> => ({
  ...(rule.startsWith('HOOK-') ? {} : { readLag: { lagMs: lateMs } }),
  registrationLagMs: lateMs,
  profile: (profile) => ({ ...profile, tolerances: { ...profile.tolerances, settleSeconds: lateSeconds } }),
});

/** Some rules are about records from the first hours of a day in UTC: only then can they make one themselves. */
const startHour = 1;

/** Judges one rule in a thread. Returns the verdict if it differs from that of a whole run. */
export const judgeOne = async ({ rule, defect: index, isLate, seed }: AloneInput): Promise<string | undefined> => {
  const defect = index === undefined ? undefined : everyDefect[index];
  const target: Omit<SimulationOptions, 'seed' | 'depth'> = isLate
    ? { ...lateFor(rule), ...(defect ? { platform: changeOf(defect) } : {}) }
    : { startHour, platform: { ...(defect && changeOf(defect)), history: 'none' } };
  const [verdict] = await judgeSimulated({ seed, depth: 'full', ...target }, ({ id }) => id === rule);
  if (!verdict) return 'there is no such rule';
  const isAsInWholeRun = defect ? isFault(verdict) : verdict.outcome === 'pass';
  return isAsInWholeRun ? undefined : describeVerdict(verdict);
};

/** The result of judging each rule as the only one of a run. */
export interface AloneResult {
  judged: number;
  /** Verdicts that differ from those of a whole run. */
  differing: readonly string[];
}

const describe = ({ rule, defect, isLate }: AloneInput, verdict: string): string => {
  const platform = defect === undefined ? 'the sound platform' : `a platform that ${everyDefect[defect]?.text}`;
  return `${rule} alone, on ${platform}${isLate ? ', and shows that late' : ''}: ${verdict}`;
};

const judgeInputs = async (inputs: readonly AloneInput[]): Promise<AloneResult> => {
  const differing: string[] = [];
  for await (const { input, output } of inWorkers(new URL(import.meta.url), judgeOne, inputs)) {
    if (output !== undefined) differing.push(describe(input, output));
  }
  return { judged: inputs.length, differing: differing.toSorted() };
};

/** These show only in records from before the run. */
const defectsOfHistory: readonly string[] = ['numbers some of its older products in lists'];

/** Judges each chosen rule on companies without records: it must pass the sound platform and fail each of its defects. */
export const judgeAlone = (isChosen: (rule: string) => boolean, seed: number): Promise<AloneResult> => {
  const inputs: AloneInput[] = [
    ...listedRules.map(({ id }) => ({ rule: id, seed })),
    ...everyDefect.flatMap(({ rule, text }, defect) =>
      defectsOfHistory.includes(text) ? [] : [{ rule, defect, seed }],
    ),
  ];
  return judgeInputs(inputs.filter(({ rule }) => isChosen(rule)));
};

/**
 * Defects that the copy for late reads hides: a defect that makes records or counts requests reaches other ids and
 * counts in the copy. The defect of LAW-12 is itself a late copy, and that of LAW-62 shows with some draws only.
 */
const isHiddenByCopy = ({ rule, text }: Defect): boolean =>
  ['FLOW-6', 'FLOW-7', 'FLOW-11', 'LAW-12', 'LAW-62'].includes(rule) ||
  ['one notification in', 'put into processing enter no flow'].some((part) => text.includes(part));

/** Judges defects by their rules on platforms whose changes show late: one defect in N, chosen by the seed. */
export const judgeLate = (
  isChosen: (rule: string) => boolean,
  { seed, oneIn }: { seed: number; oneIn: number },
): Promise<AloneResult> =>
  judgeInputs(
    everyDefect.flatMap((defect, index): AloneInput[] => {
      const { rule } = defect;
      const isJudged = isChosen(rule) && !isHiddenByCopy(defect) && (index + seed) % oneIn === 0;
      return isJudged ? [{ rule, defect: index, seed, isLate: true }] : [];
    }),
  );
