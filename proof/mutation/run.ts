import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { say } from '../command-line.ts';
import { equivalents } from './equivalents/equivalents.ts';
import { instrument } from './instrument.ts';
import { activeRules } from './judge-in-phases.ts';
import { falseCatches, findReach, judgeMutant } from './judge-mutants.ts';
import { openLedger, staleEntries } from './ledger.ts';
import type { Judged, Mutant } from './mutant.ts';
import { mutationPage } from './mutation-page.ts';
import type { Reachability } from './phases.ts';
import { isBrokenDown, isCaught, scoreOf, uncaught } from './score.ts';
import type { WorkerStart } from './worker-messages.ts';
import { shareOut, startWorker } from './workers.ts';

type Kept = Omit<Reachability, 'byRule' | 'byChoices'> & {
  code: string;
  byRule: [string, NonNullable<ReturnType<Reachability['byRule']['get']>>][];
  byChoices: Kept['byRule'];
};

/** Changes with everything that decides what a rule reaches. */
const hashOfCode = (root: string): string => {
  const hash = createHash('sha256');
  const files = globSync(['{platform,suites,fixtures,core}/**/*.ts', 'proof/mutation/choice-sets.ts'], {
    cwd: root,
  });
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/** Reads what rules reach from the file, or finds it if the code has changed. */
const storedReachability = async (
  root: string,
  file: string,
  find: () => Promise<Reachability>,
): Promise<Reachability> => {
  const code = hashOfCode(root);
  try {
    const kept: Kept = JSON.parse(readFileSync(file, 'utf8'));
    if (kept.code === code) return { ...kept, byRule: new Map(kept.byRule), byChoices: new Map(kept.byChoices) };
  } catch {
    // there is none yet
  }
  const reached = await find();
  const kept: Kept = { ...reached, code, byRule: [...reached.byRule], byChoices: [...reached.byChoices] };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(kept));
  return reached;
};

// Makes every small change to the platform's rule code, one at a time, and tests whether a rule catches it.
const { values } = parseArgs({
  options: {
    /** Only the mutants of these files. */
    files: { type: 'string', default: '**' },
    /**
     * `new`: only those that have no result yet; `open`: also those that should be caught and are not; `erring`: also
     * those on which the platform breaks down.
     */
    only: { type: 'string', default: 'all' },
    /** Stops after N minutes; `--only new` goes on from there, and 0 prints again what was found. */
    minutes: { type: 'string', default: '600' },
    /** Ids or beginnings of ids, with commas: only these rules judge, for a quick look. Nothing is written. */
    rules: { type: 'string' },
    /** Writes what was found as a page to this file. */
    page: { type: 'string' },
    /** Judging waits more than it works, so several can share a core. */
    workers: { type: 'string', default: '8' },
  },
});

/** The share of the mutants that can be caught and must be. */
const minShare = 0.95;

const root = fileURLToPath(new URL('../..', import.meta.url));
const resultFile = join(root, 'reports', 'out', 'mutation.json');
const reachabilityFile = join(root, 'reports', 'out', 'mutation-reach.json');
const readEarlier = (): Map<string, Judged> => {
  try {
    const earlier: Judged[] = JSON.parse(readFileSync(resultFile, 'utf8'));
    return new Map(earlier.map((judged) => [judged.mutant.key, judged]));
  } catch {
    return new Map();
  }
};

const deadline = performance.now() + Number(values.minutes) * 60_000;
const { mutants, sources } = await instrument(root);
const earlier = readEarlier();
const findExcuse = openLedger(equivalents, (file) => readFileSync(join(root, file), 'utf8'));
const isSettled = (mutant: Mutant, before: Judged): boolean => isCaught(before) || findExcuse(mutant) !== undefined;
const isWanted = (mutant: Mutant): boolean => {
  const before = earlier.get(mutant.key);
  if (values.only === 'all' || !before) return true;
  if (values.only === 'new' || isSettled(mutant, before)) return false;
  return values.only === 'erring' || !isBrokenDown(before);
};
const chosen = mutants
  .filter((mutant) => matchesGlob(mutant.file, values.files) && isWanted(mutant))
  .toSorted((one, other) => Number(earlier.has(one.key)) - Number(earlier.has(other.key)));
say(`${mutants.length} mutants, ${chosen.length} to judge`);

const results = new Map<string, Judged>();
for (const mutant of mutants) {
  const before = earlier.get(mutant.key);
  if (before) results.set(mutant.key, { ...before, mutant });
}
const chosenRules = values.rules
  ?.split(',')
  .flatMap((beginning) => activeRules.filter((id) => id === beginning || id.startsWith(`${beginning}-`)));
const save = (): void => {
  if (chosenRules) return;
  mkdirSync(join(root, 'reports', 'out'), { recursive: true });
  writeFileSync(resultFile, JSON.stringify([...results.values()], null, 1));
};

const judgeChosen = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'selo-mutants-'));
  const start: WorkerStart = { root, sources };
  const startFile = join(folder, 'start.json');
  writeFileSync(startFile, JSON.stringify(start));

  try {
    await using pool = new AsyncDisposableStack();
    const workers = Array.from({ length: Number(values.workers) }, () => pool.use(startWorker(startFile)));
    const find = () => findReach(workers, chosenRules);
    const reached = chosenRules ? await find() : await storedReachability(root, reachabilityFile, find);
    say('found what each rule reaches');
    let done = 0;
    const controlEvery = 100;
    await shareOut(workers, chosen, async (worker, mutant) => {
      if (performance.now() > deadline) return;
      const judged = await judgeMutant(worker, reached, mutant, earlier.get(mutant.key)?.by);
      results.set(mutant.key, judged);
      if (chosenRules) say(`${judged.fate}: ${mutant.key} ${judged.message}`);
      if (++done % controlEvery !== 0) return;
      for (const verdict of await falseCatches(worker)) say(`failed without a mutant: ${verdict}`);
      say(`${done} judged`);
      save();
    });
    save();
  } finally {
    rmSync(folder, { recursive: true });
  }
};

// `--minutes 0` only prints the earlier results
if (chosen.length > 0 && performance.now() < deadline) await judgeChosen();

const judged = [...results.values()];
if (!chosenRules) {
  const { open, fates, excused, brokenDown, share, shareOfAll } = scoreOf(judged, findExcuse);
  for (const { mutant, fate, message, unmoved } of open) {
    const change = `${mutant.original} → ${mutant.replacement}`.replaceAll(/\s+/g, ' ');
    say(
      `${fate}: ${mutant.file}:${mutant.line} ${change} · ${unmoved} rules did not mind${message ? ` · ${message}` : ''}`,
    );
  }
  const byFile = [...Map.groupBy(judged, ({ mutant }) => mutant.file)].toSorted();
  for (const [file, ofFile] of byFile) {
    const score = scoreOf(ofFile, findExcuse);
    say(
      `${(score.share * 100).toFixed(1).padStart(5)} %  ${file}: ${score.open.length} of ${ofFile.length} not caught`,
    );
  }
  say(
    Object.entries({ ...fates, ...excused })
      .map(([name, count]) => `${count} ${name}`)
      .join(' · '),
  );
  const missing = mutants.length - judged.length;
  if (missing > 0) say(`${missing} mutants are not judged yet`);
  const stale = missing > 0 ? [] : staleEntries(equivalents, uncaught(judged), findExcuse);
  for (const { file, code } of stale) say(`no uncaught mutant needs this entry any more: ${file}: ${code}`);
  say(
    `${(share * 100).toFixed(1)} % of the detectable ones caught; ${(shareOfAll * 100).toFixed(1)} % with the ${brokenDown.length} on which the platform breaks down`,
  );
  if (values.page) writeFileSync(values.page, mutationPage(judged, missing, equivalents, findExcuse));
  process.exitCode = missing === 0 && stale.length === 0 && share >= minShare ? 0 : 1;
}
