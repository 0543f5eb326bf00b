import { expect, test } from 'vitest';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { connectCapture } from '../../fixtures/capture/client/connect-capture.ts';
import { startCapture } from '../../fixtures/capture/start-capture.ts';
import { openTransport } from '../../fixtures/client/transport.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import { testProfile } from '../../fixtures/test-profile.ts';
import { serving } from '../../fixtures/test-server.ts';
import { deliveryPathHealth } from './delivery-path-health.ts';

const mailbox = { id: 'mailbox-of-the-company', url: 'http://127.0.0.1:2/in/a', bearerToken: '' };

/** What is reported about the way to this address, where something has arrived before or not. */
const reported = async (
  publicUrl: string | undefined,
  { hasReceived = false, baseUrl = 'http://127.0.0.1:1' } = {},
): Promise<(string | undefined)[]> => {
  await using capture = await startCapture();
  await using client = await connectCapture({ ...capture, publicUrl: publicUrl ?? capture.publicUrl });
  await client.openMailbox(mailbox.id);
  if (hasReceived) {
    await fetch(`${capture.publicUrl}/in/${mailbox.id}`, { method: 'POST', body: '{}' });
    await client.waitFor({ mailbox: mailbox.id }, ({ length }) => length === 1, { deadlineMs: 60_000 });
  }
  const { controlUrl, controlToken } = capture;
  const address = { controlUrl, controlToken, ...omitUndefined({ publicUrl }) };
  const { profile } = testProfile(baseUrl);
  const ask = deliveryPathHealth({ capture: address, mailboxes: { main: mailbox }, profile }, client, {
    runtime: systemRuntime,
    openTransport,
  });
  return [(await ask())?.reason, (await ask())?.reason];
};

test('without a public address nothing is tried', async () => {
  expect(await reported(undefined)).toEqual([undefined, undefined]);
});

test('a receiver on this machine is doubted for a target that is elsewhere, until something comes', async () => {
  const doubt =
    '`capture.publicUrl` is not declared: the receiver listens on this machine alone, where a.example does not reach it';
  const elsewhere = { baseUrl: 'https://a.example/api' };
  expect(await reported(undefined, elsewhere)).toEqual([doubt, doubt]);
  expect(await reported(undefined, { ...elsewhere, hasReceived: true })).toEqual([undefined, undefined]);
});

test('an address at which nothing arrives, and from which nothing came, is doubted', async () => {
  await using nobody = await serving((request) => request.socket.resetAndDestroy());
  const doubt = `\`capture.publicUrl\` leads nowhere: none of our own 32 test requests to ${nobody.url} arrived`;
  expect(await reported(nobody.url)).toEqual([doubt, doubt]);
});

test('an address at which another server answers is also doubted', async () => {
  await using another = await serving((_, response) => response.end('{}'));
  const doubt = `\`capture.publicUrl\` leads to another server: none of our own 32 test requests to ${another.url} arrived`;
  expect(await reported(another.url)).toEqual([doubt, doubt]);
});

test('an address that the target reaches need not be reached from here, and is tried once', async () => {
  let asked = 0;
  await using nobody = await serving((request) => {
    asked++;
    request.socket.resetAndDestroy();
  });
  expect(await reported(nobody.url, { hasReceived: true })).toEqual([undefined, undefined]);
  expect(asked).toBe(32);
});
