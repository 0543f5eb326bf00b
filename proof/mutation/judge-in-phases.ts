import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verdict } from '../../core/verdict.ts';
import { startRun } from '../../fixtures/run/start-run.ts';
import type { EmbeddedTarget } from '../../platform/embedded/start-embedded.ts';
import { sections } from '../../suites/catalogue.ts';
import { judge } from '../../suites/judge/judge.ts';
import { judgePassively } from '../../suites/passive/judge-passively.ts';
import { passive } from '../../suites/passive/rules.ts';
import { openSession } from '../../suites/session/session.ts';

const sectionOf = new Map<string, (typeof sections)[number]>(
  sections.flatMap((section) => section.rules.map(({ id }) => [id, section] as const)),
);

/** Ids of all rules that send requests. */
export const activeRules: readonly string[] = [...sectionOf.keys()];

/**
 * Judges rules against a target in phases, and the passive rules after each phase. Ends after the first phase with a
 * verdict that `isEnough`.
 */
export const judgeInPhases = async (
  { profile, secrets }: Pick<EmbeddedTarget, 'profile' | 'secrets'>,
  phases: readonly (readonly string[])[],
  isEnough: (verdict: Verdict) => boolean,
): Promise<{ verdicts: Verdict[]; troubles: readonly string[] }> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-mutation-'));
  resources.defer(() => rm(folder, { recursive: true }));
  const run = resources.use(await startRun({ profile, secrets, depth: 'full', seed: 1, folder }));
  const session = resources.use(await openSession(run.handle));
  const judged: Verdict[] = [];
  let passively: Verdict[] = [];
  for (const phase of phases) {
    const verdicts = await Promise.all(
      phase.flatMap((id) => {
        const section = sectionOf.get(id);
        const rule = section?.rules.find((candidate) => candidate.id === id);
        return section && rule ? [judge(session, section.name, rule)] : [];
      }),
    );
    judged.push(...verdicts);
    passively = passive.map((rule) => judgePassively(session, rule));
    if ([...verdicts, ...passively].some(isEnough)) break;
  }
  return { verdicts: [...judged, ...passively], troubles: run.troubles };
};
