import { writeFileSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };
import { paintFor } from '../reports/kit/printable.ts';
import { commandLine, conclude, say, wholeNumber, writePage } from './command-line.ts';
import { usualWork, workInLines } from './usual-work.ts';
import { allVariants } from './variants/all-variants.ts';
import { isOnTheWire, judgeVariants } from './variants/judge-variant.ts';
import { judgeWhole, runCampaign } from './verdicts/campaign.ts';
import { judgeSteps } from './verdicts/documented-steps.ts';
import { type AloneResult, judgeAlone, judgeLate } from './verdicts/judge-alone.ts';
import { proofPage } from './verdicts/proof-page.ts';
import { proofReport } from './verdicts/proof-report.ts';
import { figuresOf, type ProofResult, rulesWithoutDefect, tallyOfProof } from './verdicts/proof-result.ts';

// Proves the verdicts: the rule that a defect names catches the defect, and no rule that it does not list fails. Every rule
// has a defect, no variant has a false positive, and each rule works as the only one of a run.
const { values } = commandLine({
  options: {
    /** Decides everything in the simulated runs that is left to chance. */
    seed: { type: 'string', default: '1' },
    /** Leaves out the variants that need real connections. */
    simulated: { type: 'boolean', default: false },
    /** Judges all defects where changes show late, instead of one in four. */
    late: { type: 'boolean', default: false },
    /** Judges all defects by the rules that do not reach them, instead of one in fifty. */
    whole: { type: 'boolean', default: false },
    /** Judges each rule only as the only one of a run: the quick part. */
    alone: { type: 'boolean', default: false },
    /** Writes the figures that each run's report shows, and what each rule does to a target. */
    record: { type: 'boolean', default: false },
  },
});

const reports = new URL('../reports/', import.meta.url);
const seed = wholeNumber('seed', values.seed);

/** Runs a part of the proof, then prints what it was and how long it took. */
const timed = async <Part>(judge: () => Promise<Part>, describe: (part: Part) => string): Promise<Part> => {
  const started = performance.now();
  const part = await judge();
  say(`${describe(part)} · ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return part;
};

const proveAll = async (alone: AloneResult): Promise<ProofResult> => {
  const sayEvery = 100;
  const defects = await timed(
    () =>
      runCampaign({
        isChosen: () => true,
        seed,
        byReach: true,
        onProgress: (done, of) => {
          if (done % sayEvery === 0) say(`${done} of ${of} defects`);
        },
      }),
    ({ length }) => `${length} defects judged`,
  );
  return {
    defects,
    alone,
    undefended: rulesWithoutDefect(defects.map(({ defect }) => defect)),
    whole: await timed(
      () => judgeWhole(defects, seed, values.whole ? 1 : 50),
      ({ judged }) => `${judged} defects judged by all rules`,
    ),
    variants: await timed(
      () => judgeVariants(allVariants.filter((variant) => !values.simulated || !isOnTheWire(variant))),
      ({ length }) => `${length} legal targets judged`,
    ),
    late: await timed(
      () => judgeLate(() => true, { seed, oneIn: values.late ? 1 : 4 }),
      ({ judged }) => `${judged} defects judged where changes show late`,
    ),
    steps: await timed(
      () => judgeSteps(),
      ({ judged }) => `${judged} refused steps judged`,
    ),
  };
};

/** The proof for machines. */
const proofDocument = (result: ProofResult): object => {
  const { undefended, variants } = result;
  const defects = result.defects.map(({ defect: { rule, text, also = [] }, detection, seed }) => ({
    rule,
    text,
    also,
    detection,
    seed,
  }));
  return { version: manifest.version, figures: figuresOf(result), undefended, defects, variants };
};

const alone = await timed(
  () => judgeAlone(() => true, seed),
  ({ judged }) => `${judged} rules, each in a run of its own`,
);
if (values.alone) {
  for (const line of alone.differing) say(`✗ ${line}`);
  conclude({ passed: alone.judged - alone.differing.length, failed: alone.differing.length });
} else {
  const result = await proveAll(alone);
  for (const line of proofReport(result, paintFor(process.stdout))) say(line);
  writePage('proof.html', proofPage(result));
  writePage('proof.json', `${JSON.stringify(proofDocument(result))}\n`);
  const tally = tallyOfProof(result);
  if (values.record && tally.failed === 0) {
    writeFileSync(new URL('proven.json', reports), `${JSON.stringify(figuresOf(result), null, 2)}\n`);
    writeFileSync(new URL('failures/usual-work.json', reports), workInLines(await usualWork()));
  }
  conclude(tally);
}
