import { parseArgs } from 'node:util';
import { type DialectName, dialects } from '../platform/embedded/dialect.ts';
import { judgeSimulated } from '../simulation/judge-simulated.ts';
import { judgeAlone, judgeLate } from './alone/judge-alone.ts';
import { isProven, runCampaign } from './detection/campaign.ts';
import { describeVerdict } from './judge-embedded.ts';
import { isNamedBy } from './named-rules.ts';
import { say } from './proof-output.ts';
import { describeSeeded } from './proof-report.ts';
import { judgeSteps } from './steps/judge-steps.ts';

// Judges the rules or sections that are named on the simulated platform, or shows that each of their defects is caught by
// the rule that it names and by no other, or that each rule stands by itself.
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    defects: { type: 'boolean', default: false },
    /** Each rule as the only one of a run, on companies without history. */
    alone: { type: 'boolean', default: false },
    /** Each defect on a platform whose changes show late. */
    late: { type: 'boolean', default: false },
    /** Platforms that do not take a documented step: those whose description has one of the names in it. */
    steps: { type: 'boolean', default: false },
    /** The seed of the first simulated run; each repetition takes the next one. */
    seed: { type: 'string', default: '1' },
    repeat: { type: 'string', default: '1' },
    choices: { type: 'string', default: '{}' },
    dialect: { type: 'string', default: 'plain' },
  },
});

const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name);

const proveDefects = async (): Promise<boolean> => {
  const seeded = await runCampaign({
    isChosen: ({ rule }) => isNamedBy(names, rule),
    seed: Number(values.seed),
    onProgress: () => {},
  });
  const unproven = seeded.filter((each) => !isProven(each));
  for (const line of unproven.flatMap(describeSeeded)) say(line);
  say(`${seeded.length - unproven.length} of ${seeded.length} defects caught by their rule and by no other`);
  return unproven.length === 0;
};

const proveLate = async (): Promise<boolean> => {
  const { judged, differing } = await judgeLate((rule) => isNamedBy(names, rule), {
    seed: Number(values.seed),
    oneIn: 1,
  });
  for (const line of differing) say(line);
  say(`${judged - differing.length} of ${judged} defects caught by their rule where changes show late`);
  return differing.length === 0;
};

const proveAlone = async (): Promise<boolean> => {
  const { judged, differing } = await judgeAlone((rule) => isNamedBy(names, rule), Number(values.seed));
  for (const line of differing) say(line);
  say(`${judged - differing.length} of ${judged} verdicts of one rule alone are those of a whole run`);
  return differing.length === 0;
};

const proveSteps = async (): Promise<boolean> => {
  const { judged, swallowed } = await judgeSteps(
    (step) => names.length === 0 || names.some((name) => step.includes(name)),
  );
  for (const { name, reported } of swallowed) {
    say(`✗ a platform that ${name} fails no rule`);
    for (const line of reported.slice(0, 4)) say(`    ${line}`);
  }
  say(`${judged - swallowed.length} of ${judged} steps that a platform does not take fail a rule`);
  return swallowed.length === 0;
};

const proveRules = async (): Promise<boolean> => {
  let isSound = true;
  for (let round = 0; round < Number(values.repeat); round++) {
    const started = performance.now();
    const dialect = isDialect(values.dialect) ? values.dialect : 'plain';
    const verdicts = await judgeSimulated(
      {
        seed: Number(values.seed) + round,
        depth: 'full',
        platform: { dialect, choices: JSON.parse(values.choices) },
      },
      ({ id }) => isNamedBy(names, id),
    );
    const odd = verdicts.filter(({ outcome }) => outcome !== 'pass');
    for (const verdict of odd) say(describeVerdict(verdict));
    const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
    const durationMs = Math.round(performance.now() - started);
    say(`${verdicts.length - odd.length} of ${verdicts.length} pass · ${requests} requests · ${durationMs} ms`);
    if (odd.length > 0) isSound = false;
  }
  return isSound;
};

const prove = (): Promise<boolean> => {
  if (values.defects) return proveDefects();
  if (values.late) return proveLate();
  if (values.steps) return proveSteps();
  return values.alone ? proveAlone() : proveRules();
};
process.exitCode = (await prove()) ? 0 : 1;
