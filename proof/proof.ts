import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { paintFor } from '../reports/kit/paint.ts';
import { judgeAlone, judgeLate } from './alone/judge-alone.ts';
import { judgeWhole, runCampaign } from './detection/campaign.ts';
import { judgeVariants, simulatedVariants } from './judge-variants.ts';
import { conclude, say } from './proof-output.ts';
import { proofPage } from './proof-page.ts';
import { proofReport } from './proof-report.ts';
import { figuresOf, type ProofResult, rulesWithoutDefect, tallyOfProof } from './proof-result.ts';
import { judgeSteps } from './steps/judge-steps.ts';
import { usualWork, workInLines } from './usual-work.ts';

// Proves the verdicts: every seeded defect is caught by the rule that it names and turns nothing red that it does not
// list, every rule has one, no legal target has a false positive, and each rule stands by itself.
const { values } = parseArgs({
  options: {
    /** Decides everything in the simulated runs that is left to chance. */
    seed: { type: 'string', default: '1' },
    /** Leaves out the variants that take real connections. */
    simulated: { type: 'boolean', default: false },
    /** Judges each defect also where changes show late, and not one in four of them. */
    late: { type: 'boolean', default: false },
    /** Judges each defect also by the rules that do not reach it, and not one in fifty of them. */
    whole: { type: 'boolean', default: false },
    /** Only whether each rule by itself passes the sound platform and catches its own defects: the quick part. */
    alone: { type: 'boolean', default: false },
    /** Keeps the figures, for the line in each run's report, and what each rule does to a target. */
    record: { type: 'boolean', default: false },
  },
});

const folder = new URL('../reports/out/', import.meta.url);
const recordFile = new URL('../reports/proven.json', import.meta.url);
const workFile = new URL('../reports/failures/usual-work.json', import.meta.url);

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const aloneStarted = performance.now();
const alone = await judgeAlone(() => true, Number(values.seed));
say(`${alone.judged} rules, each in a run of its own · ${secondsSince(aloneStarted)}`);

if (values.alone) {
  for (const line of alone.differing) say(`✗ ${line}`);
  say(`${alone.judged - alone.differing.length} passed, ${alone.differing.length} failed`);
  process.exit(alone.differing.length === 0 ? 0 : 1);
}

const campaignStarted = performance.now();
const sayEvery = 100;
const defects = await runCampaign({
  isChosen: () => true,
  seed: Number(values.seed),
  byReach: true,
  onProgress: (done, of) => {
    if (done % sayEvery === 0) say(`${done} of ${of} defects · ${secondsSince(campaignStarted)}`);
  },
});
say(`${defects.length} defects judged · ${secondsSince(campaignStarted)}`);

const wholeStarted = performance.now();
const whole = await judgeWhole(defects, Number(values.seed), values.whole ? 1 : 50);
say(`${whole.judged} defects judged by all rules · ${secondsSince(wholeStarted)}`);

const variantsStarted = performance.now();
const variants = await judgeVariants(() => {}, values.simulated ? simulatedVariants : undefined);
say(`${variants.length} legal targets judged · ${secondsSince(variantsStarted)}`);

const lateStarted = performance.now();
const late = await judgeLate(() => true, { seed: Number(values.seed), oneIn: values.late ? 1 : 4 });
say(`${late.judged} defects judged where changes show late · ${secondsSince(lateStarted)}`);

const stepsStarted = performance.now();
const refused = await judgeSteps();
say(`${refused.judged} refused steps judged · ${secondsSince(stepsStarted)}`);

const result: ProofResult = {
  defects,
  whole,
  undefended: rulesWithoutDefect(defects.map(({ defect }) => defect)),
  variants,
  alone,
  late,
  steps: refused,
};
for (const line of proofReport(result, paintFor(process.stdout))) say(line);

mkdirSync(folder, { recursive: true });
writeFileSync(new URL('proof.html', folder), proofPage(result));
const shownDefects = defects.map(({ defect: { rule, text, also = [] }, ...rest }) => ({ rule, text, also, ...rest }));
const figures = figuresOf(result);
writeFileSync(
  new URL('proof.json', folder),
  `${JSON.stringify({ version: manifest.version, figures, undefended: result.undefended, defects: shownDefects, variants })}\n`,
);
say('the whole matrix: reports/out/proof.html');

const { passed, failed } = tallyOfProof(result);
if (values.record && failed === 0) {
  writeFileSync(recordFile, `${JSON.stringify(figures, null, 2)}\n`);
  writeFileSync(workFile, workInLines(await usualWork()));
}
conclude({ passed, failed });
