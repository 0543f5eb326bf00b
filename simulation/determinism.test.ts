import { expect, test } from 'vitest';
import type { EvidenceStore } from '../suites/session/evidence-folder.ts';
import { asWritten } from '../suites/subject.ts';
import { seededChance } from './chance.ts';
import { judgeSimulated } from './judge-simulated.ts';
import type { SimulationOptions } from './simulated-run.ts';
import { drawStorm } from './storm.ts';

/** Everything that a run records, in order. */
const recordingOf = async (options: Omit<SimulationOptions, 'depth' | 'evidence'>): Promise<string> => {
  const lines: string[] = [];
  const note =
    (kind: string) =>
    (value: object): void => {
      lines.push(`${kind} ${JSON.stringify(value)}`);
    };
  const evidence = (): EvidenceStore => ({
    isKept: true,
    exchange: note('exchange'),
    journal: note('journal'),
    keepCase: note('case'),
    redact: asWritten,
    [Symbol.dispose]() {},
  });
  const verdicts = await judgeSimulated(
    {
      depth: 'quick',
      evidence,
      ...options,
      profile: (profile) => ({ ...profile, limits: { ...profile.limits, search: { cases: 1 } } }),
    },
    ({ id }) => /^(DLV|HOOK|LAW-6|PAS)/.test(id),
  );
  for (const verdict of verdicts) note('verdict')(verdict);
  return lines.join('\n');
};

test('one seed gives one recording, byte for byte', async () => {
  const first = await recordingOf({ seed: 7 });
  expect(first.length).toBeGreaterThan(1_000_000);
  expect(await recordingOf({ seed: 7 })).toBe(first);
});

test('another seed gives another recording', async () => {
  expect(await recordingOf({ seed: 8 })).not.toBe(await recordingOf({ seed: 9 }));
});

test('a troubled network gives one recording for one seed', async () => {
  const storm = drawStorm(seededChance('storm 3'));
  expect(await recordingOf({ seed: 3, ...storm })).toBe(await recordingOf({ seed: 3, ...storm }));
});

test('a broken platform gives one recording for one seed', async () => {
  const platform = { policy: { pages: { maxPageSize: 51 } } };
  expect(await recordingOf({ seed: 4, platform })).toBe(await recordingOf({ seed: 4, platform }));
});
