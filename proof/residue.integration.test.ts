import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, valueAt } from '../core/json.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { cleanUp } from '../fixtures/run/clean-up.ts';
import { credentialHeaders } from '../fixtures/run/credentials.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import type { DialectName } from '../platform/embedded/dialect.ts';
import { startEmbedded } from '../platform/embedded/start-embedded.ts';
import { sections } from '../suites/catalogue.ts';
import { judge } from '../suites/judge/judge.ts';
import { runFiles } from '../suites/session/evidence-folder.ts';
import { openSession } from '../suites/session/session.ts';
import { isFalsePositive } from './judge-embedded.ts';

/** Ids of all that the lists of all companies show, by company and resource. */
const listed = async (profile: Profile): Promise<Map<string, unknown[]>> => {
  const shown = new Map<string, unknown[]>();
  for (const company of profile.companies) {
    const headers = credentialHeaders(profile, company);
    for (const [resource, declared] of Object.entries(profile.resources)) {
      if (typeof declared !== 'object' || !('list' in declared) || declared.list === undefined) continue;
      const ids: unknown[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const query = `after=2000-01-01T00:00:00Z&page=${page}&pageSize=50`;
        const body: unknown = await (await fetch(`${profile.baseUrl}${declared.list}?${query}`, { headers })).json();
        const data = valueAt(body, '/data');
        if (Array.isArray(data)) ids.push(...data.filter(isObject).map(({ id }) => id));
        last = Number(valueAt(body, '/pagination/totalPages'));
      }
      shown.set(`${resource} of ${company.name}`, ids.toSorted());
    }
  }
  return shown;
};

/** Judges every rule but those that wait for whole schedules, cleans up, and restores everything. */
const runAndCleanUp = async (profile: Profile, secrets: Parameters<typeof startRun>[0]['secrets']) => {
  await using folder = await temporaryFolder();
  await using run = await startRun({ profile, secrets, depth: 'quick', seed: 1, folder: folder.path });
  const verdicts: Verdict[] = [];
  {
    await using session = await openSession(run.handle);
    await Promise.all(
      sections.flatMap(({ name, rules }) => rules.map(async (rule) => verdicts.push(await judge(session, name, rule)))),
    );
  }
  return { verdicts, report: await cleanUp(run.handle, join(folder.path, runFiles.journal)) };
};

test.for<DialectName>(['plain', 'foreign'])(
  'a run leaves nothing on a %s platform but coupons, each reported and marked as used',
  async (dialect) => {
    await using target = await startEmbedded({ dialect });
    const { profile, secrets } = target;
    const before = await listed(profile);
    const { report } = await runAndCleanUp(profile, secrets);
    const after = await listed(profile);
    for (const [subject, ids] of after) {
      if (!/^(coupons|users) /.test(subject)) expect([subject, ids]).toEqual([subject, before.get(subject)]);
    }
    expect(report.removed).toBeGreaterThan(100);
    expect(report.created).toBe(report.removed + report.left.length);
    expect(report.left.length).toBeGreaterThan(10);
    for (const { kind, why } of report.left) {
      expect([kind, why]).toEqual([
        'coupon',
        'the API has no way to delete a coupon; it was marked as used, so that no order takes it',
      ]);
    }
  },
);

test('a profile that allows no writes is sent nothing but GETs, and nothing is left to clean up', async () => {
  const methods = new Set<string>();
  await using target = await startEmbedded({
    wrap: (handle) => (call) => {
      methods.add(call.method);
      return handle(call);
    },
  });
  const { verdicts, report } = await runAndCleanUp({ ...target.profile, writes: false }, target.secrets);
  expect([...methods]).toEqual(['GET']);
  expect(report).toEqual({ created: 0, removed: 0, left: [] });
  expect(verdicts.filter(isFalsePositive)).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(10);
});
