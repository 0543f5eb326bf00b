import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { paintFor } from '../reports/paint.ts';
import { runCampaign } from './detection/campaign.ts';
import { judgeVariants, simulatedVariants } from './judge-variants.ts';
import { proofPage } from './proof-page.ts';
import { proofReport } from './proof-report.ts';
import { figuresOf, type ProofResult, rulesWithoutDefect, tallyOfProof } from './proof-result.ts';

// Proves the verdicts: every seeded defect is caught by the rule that it names and turns nothing red that it does not
// list, every rule has one, and no legal target is accused.
const { values } = parseArgs({
  options: {
    /** Decides everything in the simulated runs that is left to chance. */
    seed: { type: 'string', default: '1' },
    /** Leaves out the variants that take real connections. */
    simulated: { type: 'boolean', default: false },
    /** Keeps the figures, for the line in each run's report. */
    record: { type: 'boolean', default: false },
  },
});

const folder = new URL('../reports/out/', import.meta.url);
const recordFile = new URL('../reports/proven.json', import.meta.url);

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

const campaignStarted = performance.now();
const sayEvery = 100;
const defects = await runCampaign({
  isChosen: () => true,
  seed: Number(values.seed),
  onProgress: (done, of) => {
    if (done % sayEvery === 0) say(`${done} of ${of} defects · ${secondsSince(campaignStarted)}`);
  },
});
say(`${defects.length} defects judged · ${secondsSince(campaignStarted)}`);

const variantsStarted = performance.now();
const variants = await judgeVariants(() => {}, values.simulated ? simulatedVariants : undefined);
say(`${variants.length} legal targets judged · ${secondsSince(variantsStarted)}`);

const result: ProofResult = { defects, undefended: rulesWithoutDefect(defects.map(({ defect }) => defect)), variants };
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
if (values.record && failed === 0) writeFileSync(recordFile, `${JSON.stringify(figures, null, 2)}\n`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
