import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded/start-embedded.ts';
import { startRun } from '../fixtures/run/start-run.ts';
import { cleanUp } from '../fixtures/run/clean-up.ts';
import { credentialHeaders } from '../fixtures/run/credentials.ts';
import { sections } from '../suites/catalogue.ts';
import { judge } from '../suites/judge.ts';
import { openSession, runFiles } from '../suites/session/session.ts';
const folder = await mkdtemp(join(tmpdir(), 'selo-exp-'));
const dialect = (process.argv[2] ?? 'plain') as 'plain';
await using target = await startEmbedded({ dialect });
const { profile, secrets } = target;
const lists = async () => {
  const out: Record<string, any[]> = {};
  for (const c of profile.companies) for (const [n, r] of Object.entries(profile.resources) as any) {
    if (!r || !r.list) continue;
    const all: any[] = [];
    for (let p = 1; ; p++) {
      const a = await fetch(`${profile.baseUrl}${r.list}?after=2000-01-01T00:00:00Z&page=${p}&pageSize=50`, { headers: credentialHeaders(profile, c) });
      const b: any = await a.json(); all.push(...b.data); if (b.data.length < 50) break;
    }
    out[`${c.name} ${n}`] = all;
  }
  return out;
};
const before = await lists();
const run = await startRun({ profile, secrets, depth: 'full', seed: 1, folder });
{ await using session = await openSession(run.handle);
const vs = await Promise.all(sections.flatMap(({ name, rules }) => rules.map((r) => judge(session, name, r))));
console.log(vs.length, vs.filter((v) => v.outcome !== 'pass').map((v) => v.rule)); }
const t = performance.now();
const report = await cleanUp(run.handle, join(folder, runFiles.journal));
console.log(Math.round(performance.now() - t), report.created, report.removed, report.left.length);
const whys: any = {}; for (const l of report.left) whys[`${l.kind} ${l.why}`] = (whys[`${l.kind} ${l.why}`] ?? 0) + 1; console.log(whys);
await run[Symbol.asyncDispose](); console.log(run.troubles);
const after = await lists();
for (const k of Object.keys(after)) { const ids = new Set(before[k]!.map((r) => r.id)); const left = after[k]!.filter((r) => !ids.has(r.id)); if (left.length || before[k]!.length > after[k]!.length) console.log(k, before[k]!.length, after[k]!.length, JSON.stringify(left.slice(0,3))); }
