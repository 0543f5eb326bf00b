import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { valueAt } from '../../core/json.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { serving } from '../../fixtures/test-server.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { unexplainedRefusals } from '../certificate/refusals.ts';
import { judgePartner } from '../obligations/judge.ts';
import { awaitedAttempts } from '../obligations/model/notifications.ts';
import type { PartnerConfig } from '../partner-config.ts';
import type { Stage } from '../stage/open-stage.ts';
import { headersFor } from '../stage/test-stage.ts';
import { readEarlierParts } from './earlier-parts.ts';
import { exampleShop, playWith } from './example-session.ts';
import { openSessionLog } from './session-log.ts';
import { refusalsIn, rightRefusals } from './test-refused-actions.ts';

/** How long after the record's time of a response the record in it was created, in milliseconds: usually negative. */
const latenessOf = ({ startedAt, calls }: PartnerRecord): number[] =>
  calls.flatMap(({ answer, atMs, tookMs }) => {
    const createdAt = 'body' in answer ? valueAt(parsedJson(answer.body), '/createdAt') : undefined;
    return typeof createdAt === 'string'
      ? [Date.parse(createdAt) - (Date.parse(String(startedAt)) + atMs + tookMs)]
      : [];
  });

test('the platform’s dates agree with the times of the record', async () => {
  const { records } = await playWith(await exampleShop(), { only: ['redeem-twice'] });
  const lateness = records.flatMap(latenessOf);
  expect(lateness.length).toBeGreaterThan(0);
  // startedAt has whole milliseconds
  expect(Math.max(...lateness)).toBeLessThan(1);
});

/** The ids of the obligations that failed in a session. */
const brokenIn = async (env: Record<string, string>, only: string[]): Promise<string[]> => {
  const { ended, endedBy, records } = await playWith(await exampleShop(env), { only });
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  return judgePartner(...records).flatMap(({ id, outcome }) => (outcome === 'fail' || outcome === 'warn' ? [id] : []));
};

test('a correct partner plays every scenario and breaks no obligation', async () => {
  const { ended, scenarios, records } = await playWith(await exampleShop());
  expect(ended).toBe('complete');
  expect(scenarios.filter(({ outcome }) => outcome !== 'played' && outcome !== 'not declared')).toEqual([]);
  const refused = evidenceIn(records).actions.filter(({ outcome }) => outcome !== 'done');
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(['cannot']));
  expect(refusalsIn(refused)).toEqual(rightRefusals);
  const verdicts = judgePartner(...records);
  expect(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(90);
});

test('scenarios of undeclared capabilities are not played', async () => {
  const partner = await exampleShop();
  const { scenarios, records } = await playWith(
    { ...partner, capabilities: ['orders'] },
    { only: ['order', 'cart', 'notified'] },
  );
  const outcomes = Object.fromEntries(scenarios.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes).toMatchObject({
    notified: 'not declared',
    order: 'played',
    cart: 'not declared',
    repeat: 'not played',
  });
  expect(evidenceIn(records).calls.some(({ path }) => path.includes('carts'))).toBe(false);
});

test('a fault breaks an obligation', async () => {
  expect(await brokenIn({}, ['order'])).toEqual([]);
  expect(await brokenIn({ SHOP_FAULT: 'canceled with two Ls' }, ['order'])).not.toEqual([]);
});

test('a partner that exits during the session leaves a record and a reason', async () => {
  const partner = await exampleShop();
  const end = Promise.withResolvers<void>();
  await using leaver = await serving(async (_, response) => {
    await end.promise;
    response.end();
  });
  const leaving = `import(${JSON.stringify(partner.start?.args[0])}); fetch(${JSON.stringify(leaver.url)}).then(() => { console.error('out of memory'); process.exit(7); })`;
  const { ended, endedBy, records, scenarios } = await playWith(
    {
      ...partner,
      start: { command: 'node', args: ['--input-type=module', '-e', leaving], env: partner.start?.env ?? {} },
    },
    { onScenario: (_, number) => number === 4 && end.resolve() },
  );
  expect([ended, endedBy]).toEqual([
    'incomplete',
    expect.stringMatching(/exit code 7.*out of memory.*last asked for: .*its last request: .* answered 200/),
  ]);
  expect(evidenceIn(records).calls.length).toBeGreaterThan(0);
  expect(scenarios.some(({ outcome }) => outcome === 'not played')).toBe(true);
  const broken = judgePartner(...records).filter(({ outcome }) => outcome === 'fail');
  expect(broken).toMatchObject([{ id: 'PART-132', seen: [expect.stringMatching(/exit code 7.*last request/)] }]);
});

test('a partner that cannot be started is reported', async () => {
  const partner = await exampleShop();
  const start = { command: 'node', args: ['-e', 'console.error("no such setting"); process.exit(3)'], env: {} };
  await expect(playWith({ ...partner, start })).rejects.toThrow(/did not start.*exit code 3: no such setting/);
  await expect(playWith({ ...partner, start }, { observeMs: 60_000 })).rejects.toThrow(/exit code 3: no such setting/);
});

test('an interrupted session is incomplete', async () => {
  const interrupt = new AbortController();
  const { endedBy } = await playWith(await exampleShop(), {
    signal: interrupt.signal,
    onScenario: (_, number) => number === 3 && interrupt.abort(),
  });
  expect(endedBy).toMatch(/interrupted by its user/);
});

test('an observed partner is judged by its own requests', async () => {
  const partner = await exampleShop();
  const hooks = partner.triggers?.kind === 'http' ? partner.triggers.url : '';
  const post = (action: string) =>
    fetch(`${hooks}/${action}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    );
  const observed = playWith(partner, { observeMs: 10_000 });
  await expect.poll(() => post('idle')).toBe(200);
  await post('register-webhook');
  await post('idle');
  await post('create-order');
  const { kind, ended, scenarios, records } = await observed;
  expect([kind, ended, scenarios, evidenceIn(records).actions]).toEqual(['observed', 'complete', [], []]);
  expect(evidenceIn(records).attempts.length).toBe(1);
  const verdicts = judgePartner(...records);
  expect(verdicts.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(verdicts.find(({ id }) => id === 'PART-9')).toMatchObject({ outcome: 'pass' });
});

test('an interrupted session is resumed, and judged together with its earlier part', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'session.jsonl');
  const only = ['registered', 'notified', 'repeated', 'order'];
  const partner = await exampleShop();
  const interrupt = new AbortController();
  {
    using log = openSessionLog(file);
    const first = await playWith(partner, {
      only,
      signal: interrupt.signal,
      note: log.note,
      onScenario: (_, number) => number === 3 && interrupt.abort(),
    });
    expect(first.scenarios.filter(({ outcome }) => outcome === 'played').map(({ name }) => name)).toEqual([
      'registered',
      'notified',
    ]);
  }
  const earlier = readEarlierParts(file);
  const { ended, scenarios, records } = await playWith(partner, { only, earlier });
  expect(ended).toBe('complete');
  expect(scenarios.filter(({ outcome }) => outcome === 'played').map(({ name }) => name)).toEqual(only);
  const { calls, attempts, actions } = evidenceIn(records);
  for (const seen of [calls, attempts, actions]) {
    expect(seen.map(({ number }) => number)).toEqual(seen.map((_, index) => index + 1));
  }
  expect(records[0]?.judgedUntilMs).toBeGreaterThan(0);
  const verdicts = judgePartner(...records);
  expect(verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([]);
});

/** A partner that only serves hooks. */
const hooksOnly = (url: string): PartnerConfig => ({
  name: 'Hooks',
  version: '1',
  capabilities: ['orders'],
  triggers: { kind: 'http', url },
});

test('a partner that sends ten megabytes at once ends the session, with the reason', async () => {
  const taken = Promise.withResolvers<Stage>();
  await using hooks = await serving(async ({ url }, response) => {
    if (url === '/create-order') {
      const { access } = await taken.promise;
      await fetch(`${access.baseUrl}/orders`, { method: 'POST', body: 'x'.repeat(10_000_000) });
    }
    response.end('{}');
  });
  const { ended, endedBy, records } = await playWith(hooksOnly(hooks.url), { onReady: taken.resolve });
  expect([ended, endedBy]).toEqual(['incomplete', expect.stringMatching(/more than 5 MB at once with POST \/orders/)]);
  expect(records[0]?.calls).toMatchObject([{ answer: { status: 413 } }]);
  expect(judgePartner(...records).filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test('answers of ten megabytes end the session with a reason', async () => {
  await using hooks = await serving(({ url }, response) => {
    response.end(url === '/idle' ? '' : JSON.stringify({ id: 'x'.repeat(10_000_000) }));
  });
  const { ended, endedBy } = await playWith(hooksOnly(hooks.url));
  expect([ended, endedBy]).toEqual(['incomplete', expect.stringMatching(/failed 3 actions in a row.*longer than/)]);
});

test('a partner that disappears during the session ends it, with the reason', async () => {
  await using hooks = await serving(({ url, socket }, response) => {
    if (url === '/idle') response.end();
    else socket.destroy();
  });
  const { ended, endedBy } = await playWith(hooksOnly(hooks.url));
  expect([ended, endedBy]).toEqual(['incomplete', expect.stringMatching(/failed 3 actions in a row/)]);
});

test.for([
  ['often', 20],
  ['seldom', 1_200],
] as const)(
  'hooks that wait in vain for what is sent again %s until a restart do not end the session',
  async ([, pauseMs]) => {
    const taken = Promise.withResolvers<Stage>();
    let life = new AbortController();
    const paths: Readonly<Record<string, string>> = {
      '/create-customer': '/customers',
      '/create-product': '/products',
      '/create-store': '/stores',
      '/create-order': '/orders',
    };
    let made = 0;
    await using hooks = await serving(async ({ url = '', socket }, response) => {
      if (url === '/restart') {
        life.abort();
        life = new AbortController();
      }
      const { [url]: path } = paths;
      if (path !== undefined) {
        const { access } = await taken.promise;
        const { signal } = life;
        made += 1;
        const body = JSON.stringify({ externalId: `own-${made}`, name: `own ${made}`, phone: `+55119000000${made}` });
        const post = async (): Promise<boolean> =>
          (await fetch(`${access.baseUrl}${path}`, { method: 'POST', headers: headersFor(access), body })).status < 500;
        while (!signal.aborted && !(await post())) await delay(pauseMs);
        if (signal.aborted) return void socket.destroy();
      }
      response.end(JSON.stringify({ id: `own-${made}` }));
    });
    const capabilities = ['customers', 'products', 'stores', 'orders'] as const;
    const { ended, endedBy, records } = await playWith(
      { ...hooksOnly(hooks.url), capabilities: [...capabilities] },
      { only: ['sends-answered-500-restarted'], onReady: taken.resolve },
    );
    const inVain = records[0]?.actions.filter(({ outcome }) => outcome === 'failed') ?? [];
    expect([ended, endedBy]).toEqual(['complete', undefined]);
    expect(inVain.length).toBeGreaterThanOrEqual(capabilities.length);
  },
);

test('a scenario that needs notifications is played after the registration, even if only that scenario is selected', async () => {
  const { scenarios } = await playWith(await exampleShop(), { only: ['unknown-fields'] });
  expect(scenarios.filter(({ outcome }) => outcome === 'played').map(({ name }) => name)).toEqual([
    'registered',
    'unknown-fields',
  ]);
});

test('unacknowledged notifications exhaust their retries, and scenarios that need them are not played', async () => {
  const { scenarios, records } = await playWith(
    await exampleShop({ SHOP_FAULT: 'registers a path that it does not serve' }),
    { only: ['registered', 'notified', 'repeated', 'acknowledgment-lost', 'order'] },
  );
  const outcomes = Object.fromEntries(scenarios.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes).toMatchObject({
    notified: 'played',
    repeated: 'played',
    'acknowledgment-lost': 'not possible',
    order: 'played',
  });
  expect(judgePartner(...records).filter(({ outcome }) => outcome === 'fail')).not.toEqual([]);
});

test('a session in which every hook answers 404 ends, and names the key to correct', async () => {
  await using other = await serving((_, response) => response.writeHead(404).end());
  const { start: _, ...partner } = await exampleShop();
  const triggers = { kind: 'http', url: `${other.url}/hooks` } as const;
  const { ended, endedBy, records } = await playWith({ ...partner, triggers });
  expect([ended, endedBy]).toEqual([
    'incomplete',
    expect.stringMatching(/^every hook answered 404 \(idle, register-webhook\): set triggers\.url/),
  ]);
  expect(judgePartner(...records).filter(({ outcome }) => outcome === 'fail')).toEqual([]);
});

test('a process that answers before the declared one is started is not certified in its place', async () => {
  await using other = await serving((_, response) => response.end('{}'));
  const partner = { ...(await exampleShop()), triggers: { kind: 'http', url: `${other.url}/hooks` } as const };
  await expect(playWith(partner, { only: ['order'] })).rejects.toThrow(/^another process answers at http/);
});

test('a partner without orders on hold is not asked to pay or cancel one', async () => {
  let made = 0;
  await using hooks = await serving(async (request, response) => {
    const asked = request.url === '/create-order' ? await text(request) : '{}';
    const isOnHold = valueAt(parsedJson(asked), '/status') === 'on-hold';
    if (request.url === '/create-order') made += 1;
    response.writeHead(isOnHold ? 501 : 200).end(JSON.stringify({ id: `order-${made}` }));
  });
  const { records } = await playWith(hooksOnly(hooks.url), { only: ['order'] });
  const asked = evidenceIn(records).actions;
  expect(new Set(asked.map(({ action }) => action))).toEqual(new Set(['create-order']));
  expect(unexplainedRefusals(records)).toEqual([]);
});

test('one lost response to `idle` does not end the session', async () => {
  let asked = 0;
  await using hooks = await serving(({ url, socket }, response) => {
    if (url === '/idle') asked += 1;
    if (url === '/idle' && asked === 4) socket.destroy();
    else response.writeHead(url === '/idle' ? 200 : 501).end();
  });
  const { ended, endedBy } = await playWith(hooksOnly(hooks.url), { only: ['order', 'repeat'] });
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  expect(asked).toBeGreaterThan(4);
});

test('a partner that never finishes is reported with its last action and its last response', async () => {
  const taken = Promise.withResolvers<Stage>();
  let isAtWork = false;
  await using hooks = await serving(async ({ url }, response) => {
    if (url === '/create-order') {
      const { access } = await taken.promise;
      await fetch(`${access.baseUrl}/orders`, { method: 'POST' });
      isAtWork = true;
    }
    response.writeHead(url === '/idle' && isAtWork ? 500 : 200).end('{"message":"the queue is stuck"}');
  });
  const { ended, endedBy } = await playWith(hooksOnly(hooks.url), { only: ['order'], onReady: taken.resolve });
  const why =
    /did not say that it had finished: 500: the queue is stuck.*last asked for: create-order; its last request: POST \/orders, answered/;
  expect([ended, endedBy]).toEqual(['incomplete', expect.stringMatching(why)]);
});

test('a receiver that a restart cut off, and that answers late after it, is notified in the next scenario', async () => {
  const taken = Promise.withResolvers<Stage>();
  const answerMs = 400;
  const failures = new Map<string, number>();
  const [down, up] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let state: 'before' | 'down' | 'up' = 'before';
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const { access } = await taken.promise;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return await fetch(access.baseUrl + path, { method, headers: headersFor(access), ...sent });
  };
  await using software = await serving(async (request, response) => {
    const { code } = JSON.parse((await text(request)) || '{}');
    if (request.url === '/register-webhook') {
      await ask('POST', '/webhooks', { event: 'coupon_create', targetUrl: `${software.url}/notified` });
    }
    if (request.url === '/restart') {
      state = 'down';
      down.resolve();
      await up.promise;
      state = 'up';
    }
    if (request.url === '/notified' && state === 'up') await delay(answerMs);
    else if (request.url === '/notified') {
      void ask('GET', `/coupons/code/${code}`);
      await down.promise;
      failures.set(code, (failures.get(code) ?? 0) + 1);
      if ([...failures.values()].every((count) => count >= awaitedAttempts)) up.resolve();
      return void request.socket.destroy();
    }
    response.end('{"id":"1"}');
  });
  const { scenarios } = await playWith(
    { ...hooksOnly(software.url), capabilities: ['webhooks'] },
    { only: ['registered', 'restarted-at-work', 'unknown-fields'], onReady: taken.resolve },
  );
  expect(failures.size).toBeGreaterThan(1);
  expect(scenarios.filter(({ outcome }) => outcome === 'played').map(({ name }) => name)).toEqual([
    'registered',
    'restarted-at-work',
    'unknown-fields',
  ]);
});
