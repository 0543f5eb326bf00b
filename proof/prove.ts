import { dialectNames } from '../platform/embedded/dialect.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { commandLine, conclude, isNamedBy, oneOf, say, wholeNumber } from './command-line.ts';
import { describeVerdict } from './judge-embedded.ts';
import { isProven, runCampaign } from './verdicts/campaign.ts';
import { judgeSteps } from './verdicts/documented-steps.ts';
import { type AloneResult, judgeAlone, judgeLate } from './verdicts/judge-alone.ts';
import { describeSeeded, describeSwallowed } from './verdicts/proof-report.ts';

// Judges the named rules or sections on the simulated platform, or proves something about them.
const { values, positionals: names } = commandLine({
  allowPositionals: true,
  options: {
    /** Each defect must be caught by the rule that it names, and by no rule that it does not list. */
    defects: { type: 'boolean', default: false },
    /** Each rule is judged as the only one of a run, on companies without history. */
    alone: { type: 'boolean', default: false },
    /** Each defect is judged on a platform whose changes show late. */
    late: { type: 'boolean', default: false },
    /** Platforms that refuse a documented step are judged: those whose description contains one of the names. */
    steps: { type: 'boolean', default: false },
    /** Decides everything that is left to chance. */
    seed: { type: 'string', default: '1' },
    dialect: { type: 'string', default: 'plain' },
  },
});

interface Proven {
  judged: number;
  wrong: number;
  /** What is wrong, line by line. */
  lines: readonly string[];
}

const seed = wholeNumber('seed', values.seed);
const isNamed = (rule: string): boolean => isNamedBy(names, rule);

const proveDefects = async (): Promise<Proven> => {
  const seeded = await runCampaign({ isChosen: ({ rule }) => isNamed(rule), seed });
  const unproven = seeded.filter((each) => !isProven(each));
  return { judged: seeded.length, wrong: unproven.length, lines: unproven.flatMap(describeSeeded) };
};

const provenBy = ({ judged, differing }: AloneResult): Proven => ({
  judged,
  wrong: differing.length,
  lines: differing,
});

const proveSteps = async (): Promise<Proven> => {
  const { judged, swallowed } = await judgeSteps(
    (step) => names.length === 0 || names.some((name) => step.includes(name)),
  );
  return { judged, wrong: swallowed.length, lines: swallowed.flatMap(describeSwallowed) };
};

const proveRules = async (): Promise<Proven> => {
  const started = performance.now();
  const platform = { dialect: oneOf('dialect', dialectNames, values.dialect) };
  const verdicts = await judgeSimulated({ seed, depth: 'full', platform }, ({ id }) => isNamed(id));
  const odd = verdicts.filter(({ outcome }) => outcome !== 'pass');
  const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
  const durationMs = Math.round(performance.now() - started);
  const counts = `${verdicts.length - odd.length} of ${verdicts.length} pass · ${requests} requests · ${durationMs} ms`;
  return { judged: verdicts.length, wrong: odd.length, lines: [...odd.map(describeVerdict), counts] };
};

const proofs: readonly { isAsked: boolean; prove: () => Promise<Proven>; what: string }[] = [
  { isAsked: values.defects, prove: proveDefects, what: 'defects caught by their rule and by no other' },
  {
    isAsked: values.late,
    prove: async () => provenBy(await judgeLate(isNamed, { seed, oneIn: 1 })),
    what: 'defects caught by their rule where changes show late',
  },
  { isAsked: values.steps, prove: proveSteps, what: 'steps that a platform does not take fail a rule' },
  {
    isAsked: values.alone,
    prove: async () => provenBy(await judgeAlone(isNamed, seed)),
    what: 'verdicts of one rule alone are those of a whole run',
  },
];
const asked = proofs.find(({ isAsked }) => isAsked);
const { judged, wrong, lines } = await (asked?.prove ?? proveRules)();
for (const line of lines) say(line);
if (asked) say(`${judged - wrong} of ${judged} ${asked.what}`);
conclude({ passed: judged - wrong, failed: wrong });
