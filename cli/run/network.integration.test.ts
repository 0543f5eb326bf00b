import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { serveProxy } from '../../fixtures/client/test-proxy.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { runSelo, serveTarget } from './selo-process.ts';
import { clientKeyLines, serveSecurely, textsIn } from './test-secure-target.ts';

const rules = ['--rule', 'PAG-1', 'PAG-2', 'AUTH-1', 'AUTH-2', 'ERR-1'];

const runOf = z.object({ verdicts: z.array(z.object({ rule: z.string(), outcome: z.string() })) });

const outcomesIn = (json: string): string[] =>
  runOf.parse(JSON.parse(json)).verdicts.map(({ rule, outcome }) => `${rule} ${outcome}`);

describe('a target with an authority and client certificates of its own', () => {
  test('is judged like one without, and the key is in no file of the run', async () => {
    await using plain = await serveTarget();
    await using secure = await serveSecurely();
    const judged: string[][] = [];
    for (const { profileFile, env, out } of [plain, secure]) {
      const ended = await runSelo(['run', '--profile', profileFile, '--out', out, '--json', '--quiet', ...rules], {
        env,
      });
      expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining('PRIVATE KEY') });
      judged.push(outcomesIn(ended.stdout));
    }
    expect(judged[0]).toContain('PAG-1 pass');
    expect(judged[1]).toEqual(judged[0]);
    const written = await textsIn(secure.out);
    expect(written).toContain('client.key');
    for (const line of clientKeyLines) expect(written).not.toContain(line);
  });

  test('cannot be judged where its authority is not named, and the message says which key does', async () => {
    await using secure = await serveSecurely(({ tls: _, ...profile }) => profile);
    const { profileFile, env, out } = secure;
    const { code, stderr } = await runSelo(['run', '--profile', profileFile, '--out', out, ...rules], { env });
    expect(code).toBe(3);
    expect(stderr).toMatch(/cannot be judged/);
    expect(stderr).toContain(`(tls: the certificate of 127.0.0.1:${secure.port} comes from an authority`);
    expect(stderr).toMatch(/to do: .*tls\.ca of the profile/);
  });
});

describe('a target behind a proxy', () => {
  const inside = ({ capture: _, ...profile }: Profile): Profile => ({
    ...profile,
    baseUrl: profile.baseUrl.replace(/127\.0\.0\.1:\d+/, 'api.example'),
  });

  test('is judged through it, and the password of the proxy is in no file of the run', async () => {
    await using secure = await serveSecurely(inside);
    const { profileFile, env, out } = secure;
    await using proxy = await serveProxy({
      leadsTo: { 'api.example:443': secure.port },
      credentials: 'selo:a-long-word',
    });
    const HTTPS_PROXY = `http://selo:a-long-word@127.0.0.1:${proxy.port}`;
    const { code, ...said } = await runSelo(['run', '--profile', profileFile, '--out', out, ...rules], {
      env: { ...env, HTTPS_PROXY },
    });
    expect(code).toBe(0);
    expect(new Set(proxy.asked)).toEqual(new Set(['CONNECT api.example:443']));
    expect((await textsIn(out)) + said.stdout + said.stderr).not.toContain('a-long-word');
    const { stdout } = await runSelo(['doctor', '--profile', profileFile], { env: { ...env, HTTPS_PROXY } });
    expect(stdout).toContain(
      `proxy: requests to api.example go through http://127.0.0.1:${proxy.port}, which HTTPS_PROXY names`,
    );
    expect(stdout).not.toContain('a-long-word');
  });

  test('cannot be judged where the proxy refuses, which is reported as the one at fault', async () => {
    await using secure = await serveSecurely(inside);
    const { profileFile, env, out } = secure;
    await using proxy = await serveProxy({ leadsTo: {}, refuses: 403 });
    const { code, stderr } = await runSelo(['run', '--profile', profileFile, '--out', out, ...rules], {
      env: { ...env, HTTPS_PROXY: proxy.url },
    });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `(proxy: the proxy ${proxy.url} lets nothing through to api.example:443: it answered 403)`,
    );
  });
});
