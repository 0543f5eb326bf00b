import { expect, test } from 'vitest';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { openTestRun, type TestRun } from './test-run.ts';

const openTry = async (options: EmbeddedOptions = {}, change?: (profile: Profile) => Profile) => {
  const run = await openTestRun(options, change);
  return { run, one: run.startTry('TEST-1'), [Symbol.asyncDispose]: () => run[Symbol.asyncDispose]() };
};

/** The path of the URL at which a fresh order of the company is notified. */
const notifiedPath = async (run: TestRun, company: string): Promise<string> => {
  const { context } = run.startTry('TEST-2');
  const shop = await context.flowShop('completed flow');
  expect(shop.company).toBe(company);
  const { attempts } = await shop.firstDelivery(await shop.triggeredOrder());
  return attempts[0]?.url ?? 'nothing came';
};

const only =
  (...names: string[]) =>
  (profile: Profile): Profile => ({
    ...profile,
    companies: profile.companies.filter(({ name }) => names.includes(name)),
  });

test('a check takes a company that no other shares, and of several the one that is free', async () => {
  await using opened = await openTry();
  const companies: string[] = [];
  for (const rule of ['TEST-1', 'TEST-2', 'TEST-3']) {
    const { context } = opened.run.startTry(rule);
    companies.push((await context.registrationShop('completed flow')).company);
  }
  expect(companies).toEqual(['registering', 'registering2', 'registering3']);
});

test('a check takes the only company once no other shares it', async () => {
  await using opened = await openTry({}, only('main'));
  const sharing = opened.run.startTry('TEST-3');
  await sharing.context.flowShop('completed flow');
  let isTaken = false;
  const waiting = opened.one.context.registrationShop('completed flow').then((shop) => {
    isTaken = true;
    return shop;
  });
  await sharing.context.get('/products', { query: { after: '2020-01-01T00:00:00Z', page: 1, pageSize: 1 } });
  expect(isTaken).toBe(false);
  await sharing.end();
  expect((await waiting).company).toBe('main');
});

test.for(['replaces', 'updates', 'refuses-422'] as const)(
  'the run’s registration is restored after a check, where a second one %s',
  async (secondRegistration) => {
    await using opened = await openTry({ choices: { webhooks: { secondRegistration } } }, only('registering'));
    const shop = await opened.one.context.registrationShop('completed flow');
    const { registration } = shop;
    const own = new URL(registration.url).pathname;
    expect((await shop.del(registration.path)).status).toBe(200);
    const elsewhere = await registration.otherUrl();
    expect((await shop.post('/webhooks', { body: shop.body.webhook({ url: elsewhere }) })).status).toBe(200);
    await opened.one.end();
    expect(await notifiedPath(opened.run, 'registering')).toBe(own);
  },
);

test('the run’s registration is restored after a check that left none', async () => {
  await using opened = await openTry({}, only('registering'));
  const shop = await opened.one.context.registrationShop('completed flow');
  const own = new URL(shop.registration.url).pathname;
  await shop.del(shop.registration.path);
  await opened.one.end();
  expect(await notifiedPath(opened.run, 'registering')).toBe(own);
});

test('the id is that of the latest registration', async () => {
  await using opened = await openTry();
  const shop = await opened.one.context.registrationShop('completed flow');
  const first = shop.registration.path;
  await shop.del(first);
  await shop.post('/webhooks', { body: shop.body.webhook({ url: shop.registration.url }) });
  expect(shop.registration.path).not.toBe(first);
  expect((await shop.del(shop.registration.path)).status).toBe(200);
});

test('where nothing shows the id, only what needs it is unverified', async () => {
  const withoutIds = (profile: Profile): Profile => ({
    ...profile,
    resources: { ...profile.resources, webhooks: { body: { targetUrl: '{url}' } } },
  });
  await using opened = await openTry({}, withoutIds);
  const shop = await opened.one.context.registrationShop('completed flow');
  expect((await shop.firstDelivery(await shop.triggeredOrder())).attempts).toHaveLength(1);
  expect(() => shop.registration.path).toThrow('declare resources.webhooks.idPointer or companies[].webhook.id');
});

test('a pointer to the id that finds nothing is reported with the fields of the answer', async () => {
  const withWrongPointer = (profile: Profile): Profile => ({
    ...profile,
    resources: { ...profile.resources, webhooks: { body: { targetUrl: '{url}' }, idPointer: '/data/id' } },
  });
  await using opened = await openTry({}, withWrongPointer);
  const { registration } = await opened.one.context.registrationShop('completed flow');
  expect(() => registration.path).toThrow(/idPointer \/data\/id finds no string in .* the fields \S.* \/id;/);
});

test('at a closed URL nothing listens until it is opened', async () => {
  await using opened = await openTry();
  const shop = await opened.one.context.registrationShop('completed flow');
  const { url, open } = await shop.registration.closedUrl();
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow('fetch failed');
  await open();
  expect((await fetch(url, { method: 'POST' })).status).toBe(204);
});

test('a registration that the target refused is why its notifications are not judged', async () => {
  const refused = { status: 400, body: { message: ['no'] } };
  await using run = await openTestRun({
    wrap: (handle) => (call) => (call.path === '/webhooks' && call.method === 'POST' ? refused : handle(call)),
  });
  const { context } = run.startTry('TEST-1');
  const reported = {
    because: 'not-reached',
    message: expect.stringMatching(
      /^the webhook of company \w+ could not be registered: POST \/webhooks answered 400$/,
    ),
  };
  await expect(context.registrationShop('completed flow')).rejects.toMatchObject(reported);
  const shop = await context.flowShop('completed flow');
  expect(() => shop.registered()).toThrow(expect.objectContaining(reported));
});
