import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reachability } from './phases.ts';

type Kept = Omit<Reachability, 'byRule' | 'byChoices'> & {
  code: string;
  byRule: [string, NonNullable<ReturnType<Reachability['byRule']['get']>>][];
  byChoices: Kept['byRule'];
};

/** Whether anything has changed that decides what a rule reaches. */
const hashOfCode = (root: string): string => {
  const hash = createHash('sha256');
  const files = globSync(['{platform,suites,fixtures,core}/**/*.ts', 'proof/mutation/choice-sets.ts'], {
    cwd: root,
  });
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
};

/** What rules reach, from the file if the code is what it was then. A run in parts finds it only once. */
export const storedReachability = async (
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
