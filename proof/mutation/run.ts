import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine, conclude, say, wholeNumber } from '../command-line.ts';
import { inWorkers } from '../worker-pool.ts';
import { excused } from './excused/excused.ts';
import { excuseFinder, staleEntries } from './excuses.ts';
import { instrument } from './instrument.ts';
import { judgeMutant } from './judge-mutant.ts';
import type { Judged } from './mutant.ts';
import { scoreOf, uncaught } from './score.ts';

// Makes every small change to the platform's rule code, one at a time, and judges each changed platform by all rules.
const { values } = commandLine({
  options: {
    /** Only the mutants of these files. */
    files: { type: 'string', default: '**' },
    /** Judges one in N, for a quick look. */
    'one-in': { type: 'string', default: '1' },
  },
});

const root = fileURLToPath(new URL('../..', import.meta.url));
const module = new URL('judge-mutant.ts', import.meta.url);
const oneIn = wholeNumber('one-in', values['one-in']);

const { mutants } = await instrument(root);
const chosen = mutants.filter(({ file }, index) => matchesGlob(file, values.files) && index % oneIn === 0);
say(`${mutants.length} mutants, ${chosen.length} to judge`);

const judged: Judged[] = [];
const sayEvery = 100;
for await (const { output } of inWorkers(module, judgeMutant, chosen)) {
  judged.push(output);
  if (judged.length % sayEvery === 0) say(`${judged.length} judged`);
}

const findExcuse = excuseFinder(excused, (file) => readFileSync(join(root, file), 'utf8'));
const { open, fates, excuses, brokenDown, share, shareOfAll } = scoreOf(judged, findExcuse);
for (const { mutant, fate, message, unmoved } of open) {
  const change = `${mutant.original} → ${mutant.replacement}`.replaceAll(/\s+/g, ' ');
  say(
    `${fate}: ${mutant.file}:${mutant.line} ${change} · ${unmoved} rules unaffected${message ? ` · ${message}` : ''}`,
  );
}
for (const [file, ofFile] of [...Map.groupBy(judged, ({ mutant }) => mutant.file)].toSorted()) {
  const score = scoreOf(ofFile, findExcuse);
  say(`${(score.share * 100).toFixed(1).padStart(5)} %  ${file}: ${score.open.length} of ${ofFile.length} not caught`);
}
say(
  Object.entries({ ...fates, ...excuses })
    .map(([name, count]) => `${count} ${name}`)
    .join(' · '),
);
const isWhole = chosen.length === mutants.length;
const stale = isWhole ? staleEntries(excused, uncaught(judged), findExcuse) : [];
for (const { file, code } of stale) say(`no uncaught mutant needs this entry any more: ${file}: ${code}`);
say(
  `${(share * 100).toFixed(1)} % of the detectable ones caught; ${(shareOfAll * 100).toFixed(1)} % with the ${brokenDown.length} on which the platform breaks down`,
);
conclude({ passed: judged.length - open.length, failed: open.length + stale.length });
