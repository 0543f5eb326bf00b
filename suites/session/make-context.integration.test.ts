import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal } from '../../fixtures/journal.ts';
import { describeHolder } from '../../fixtures/run/claim.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { runFiles } from './evidence-folder.ts';
import { makeTry } from './make-context.ts';
import { openTestSession } from './test-session.ts';

const user = (name: string) => ({ id: '6f1c1f5e-1111-4111-8111-111111111111', email: `${name}@b.example` });

test('everything that a check writes is in the journal before it leaves', async () => {
  await using target = await startEmbedded();
  await using opened = await openTestSession(target);
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  const order = await context.given.order();
  const raw = JSON.stringify(context.body.store({ externalId: 'raw' }));
  await context.post(context.paths.createStore, { text: raw });
  const { externalId: _, ...withoutId } = context.body.order({ phone: order.phone });
  await context.post('/orders', { body: withoutId });
  const noted = readJournal(join(opened.folder, runFiles.journal));
  const withKey = (kind: string) => noted.filter((entry) => entry.kind === kind).map(({ key }) => key);
  expect(withKey('order')).toEqual([order.externalId, undefined, undefined]);
  expect(withKey('store')).toEqual(['raw']);
  expect(new Set(withKey('customer'))).toEqual(new Set([order.phone]));
  expect(noted.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
  expect(noted.every(({ company }) => company === 'main')).toBe(true);
});

test('a record without a key that was refused is not counted', async () => {
  await using target = await startEmbedded();
  await using opened = await openTestSession(target);
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  expect((await context.post('/orders', { body: { status: 'paid' } })).status).toBe(400);
  const noted = readJournal(join(opened.folder, runFiles.journal));
  expect(noted).toMatchObject([{ kind: 'order' }]);
  expect(noted.filter(({ isAccepted }) => isAccepted)).toEqual([]);
});

test('calls of the second company carry its credential and are recorded under its name', async () => {
  const seen: (string | undefined)[] = [];
  await using server = await serving((request, response) => {
    seen.push(request.headers.authorization);
    response.end('{}');
  });
  await using opened = await openTestSession(
    testProfile(server.url, {
      companies: [
        { name: 'main', token: { env: 'TOKEN' } },
        { name: 'other', token: { env: 'SECOND' } },
      ],
    }),
  );
  const { context, exchanges } = makeTry(opened.session, 'TEST-1', 0);
  await context.get('/a');
  await context.secondCompany().get('/a');
  expect(seen).toEqual(['Bearer token-value-1', 'Bearer token-value-2']);
  expect(exchanges.map(({ company }) => company)).toEqual(['main', 'other']);
});

test('until asks again until the answer fits, and gives the last one when the time is over', async () => {
  let asked = 0;
  await using server = await serving((_, response) => response.end(JSON.stringify({ asked: ++asked })));
  const { profile, secrets } = testProfile(server.url, { timeScale: 0.001, tolerances: { slackMs: 50 } });
  await using opened = await openTestSession({ profile, secrets });
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  const ask = () => context.get('/a');
  expect((await context.clock.until(ask, ({ text }) => text === '{"asked":3}', 1e6)).body).toEqual({ asked: 3 });
  const last = await context.clock.until(ask, () => false, 1);
  expect(last.body).toEqual({ asked });
});

test('waits are documented seconds on the target’s scale', async () => {
  const { profile, secrets } = testProfile('http://127.0.0.1:1', { timeScale: 0.002 });
  await using opened = await openTestSession({ profile, secrets });
  const { clock } = makeTry(opened.session, 'TEST-1', 0).context;
  const started = performance.now();
  await clock.wait(20);
  const tookMs = performance.now() - started;
  expect(tookMs).toBeGreaterThan(38);
  expect(tookMs).toBeLessThan(20_000);
});

test('no disposable user is handed out twice, over all checks, and the end of them is reported', async () => {
  const company = { name: 'main', token: { env: 'TOKEN' }, users: { disposable: [user('a'), user('b')] } };
  await using opened = await openTestSession(testProfile('http://127.0.0.1:1', { companies: [company] }));
  const contexts = [0, 1, 2].map((tried) => makeTry(opened.session, 'TEST-1', tried).context);
  expect(contexts.slice(0, 2).map(({ users }) => users.disposable().email)).toEqual(['a@b.example', 'b@b.example']);
  expect(() => contexts[2]?.users.disposable()).toThrow('companies[0].users.disposable');
});

test('no disposable user of a company is handed out while another run is at work on it', async () => {
  const company = { name: 'main', token: { env: 'TOKEN' }, users: { disposable: [user('a')] } };
  const holder = describeHolder('main', { runId: '1a2b3c4d', until: new Date() });
  const target = testProfile('http://127.0.0.1:1', { companies: [company] });
  await using opened = await openTestSession(target, { unregistered: { main: holder } });
  const { users } = makeTry(opened.session, 'TEST-1', 0).context;
  expect(() => users.disposable()).toThrow('run 1a2b3c4d is at work on company main');
});

test('what a try holds is released when it ends, also when the target is gone', async () => {
  const target = await startEmbedded();
  await using opened = await openTestSession(target);
  const one = makeTry(opened.session, 'TEST-1', 0);
  const shop = await one.context.flowShop('giftback flow');
  const lock = opened.session.lock(shop.company);
  expect(lock.load()).toBe(1);
  await target[Symbol.asyncDispose]();
  await one.end();
  expect(lock.load()).toBe(0);
});

test('a kind of flow that the profile lacks is an error of the rule, which did not name it', async () => {
  await using opened = await openTestSession(testProfile('http://127.0.0.1:1'));
  const { context } = makeTry(opened.session, 'TEST-1', 0);
  await expect(context.flowShop('giftback flow')).rejects.toThrow(
    'TEST-1 uses a giftback flow without naming it in needs',
  );
});
