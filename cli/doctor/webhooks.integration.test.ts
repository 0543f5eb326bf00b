import { expect, test } from 'vitest';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { ProfileInput } from '../../fixtures/profile/schema.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { examineWebhooks } from './webhooks.ts';

type Webhook = NonNullable<ProfileInput['companies'][number]['webhook']>;

const profileWith = (
  capture: ProfileInput['capture'],
  webhook: Webhook = { takeOver: true },
  said: Partial<ProfileInput> = {},
): Profile =>
  testProfile('http://127.0.0.1:1', {
    companies: [{ name: 'main', token: { env: 'TOKEN' }, webhook }],
    resources: { webhooks: { body: { url: '{url}' }, idPointer: '/id' } },
    capture,
    ...said,
  }).profile;

test('a capture server that can be started here is found good', async () => {
  expect(await examineWebhooks(profileWith({}))).toMatchObject([
    { subject: 'capture address', state: 'ok' },
    { subject: 'registration of main', state: 'ok', message: expect.stringContaining('removed afterwards') },
  ]);
});

test('a registration that is put back is reported with its address', async () => {
  const restore = { url: 'https://shop.example/in' };
  expect((await examineWebhooks(profileWith({}, { takeOver: true, restore })))[1]).toMatchObject({
    message: 'is taken over, and https://shop.example/in is put back',
  });
});

test('without a pointer to its id, the removal of a registration is not promised', async () => {
  const said = { resources: { webhooks: { body: { url: '{url}' } } } };
  expect((await examineWebhooks(profileWith({}, { takeOver: true }, said)))[1]).toMatchObject({
    subject: 'registration of main',
    state: 'warning',
    advice: 'declare resources.webhooks.idPointer',
  });
});

test('a port that another program has is reported with the keys', async () => {
  await using other = await serving(() => {});
  expect((await examineWebhooks(profileWith({ port: other.port })))[0]).toMatchObject({
    subject: 'capture',
    state: 'problem',
    message: expect.stringContaining('EADDRINUSE'),
    advice: 'correct capture.port or capture.host',
  });
});

test('the port that was tried is free afterwards', async () => {
  const free = await serving(() => {});
  await free[Symbol.asyncDispose]();
  await examineWebhooks(profileWith({ port: free.port }));
  await using capture = await startCapture({ port: free.port });
  expect(capture.publicUrl).toContain(String(free.port));
});

test('a public address that leads nowhere is reported', async () => {
  expect((await examineWebhooks(profileWith({ publicUrl: 'http://127.0.0.1:1/in' })))[0]).toMatchObject({
    subject: 'capture address',
    state: 'problem',
    advice: expect.stringContaining('capture.publicUrl'),
  });
});

test('a capture server elsewhere is good with the right token, and reported with the wrong one or when it is gone', async () => {
  const capture = await startCapture({ controlToken: 'access-value-1' });
  const right = profileWith({
    controlUrl: capture.controlUrl,
    publicUrl: capture.publicUrl,
    controlToken: { env: 'ACCESS' },
  });
  const wrong = profileWith({ controlUrl: capture.controlUrl, controlToken: { env: 'TOKEN' } });
  expect((await examineWebhooks(right)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  expect((await examineWebhooks(wrong))[0]).toMatchObject({
    subject: 'capture control',
    state: 'problem',
    advice: expect.stringContaining('capture.controlToken'),
  });
  await capture[Symbol.asyncDispose]();
  await using impostor = await serving((_, response) => response.writeHead(404).end());
  const gone = profileWith({ controlUrl: `${impostor.url}/control`, controlToken: { env: 'ACCESS' } });
  expect((await examineWebhooks(gone))[0]).toMatchObject({ subject: 'capture control', state: 'problem' });
});

const silent: [what: string, profile: Profile][] = [
  ['has no capture', profileWith(undefined)],
  ['lets no registration be taken over', profileWith({}, { takeOver: false })],
  ['does not say how a registration is made', profileWith({}, { takeOver: true }, { resources: {} })],
];

test.for(silent)(
  'of a profile that %s nothing is asked: its missing keys are reported with their rules',
  async ([, profile]) => {
    expect(await examineWebhooks(profile)).toEqual([]);
  },
);
