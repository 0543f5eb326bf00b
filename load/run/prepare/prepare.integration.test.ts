import { expect, test } from 'vitest';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import { LoadError } from '../load-error.ts';
import { startTestTarget, type TestTarget } from '../test-target.ts';
import { takeRegistrations } from './prepare.ts';

/** The URL and token that are registered for a company of the platform; null for none. */
const standing = async ({ platform }: TestTarget, name: string): Promise<unknown> => {
  const id = platform.companies.find((company) => company.name === name)?.id;
  const answer = await fetch(`${platform.panelUrl}/companies/${id}/webhook`, {
    headers: { authorization: `Bearer ${platform.panelToken}` },
  });
  return answer.json();
};

const ownUrl = (name: string): string => `http://127.0.0.1:9/in/${name}`;
const theirs = { url: 'http://127.0.0.1:9/theirs', bearerToken: { env: 'THEIRS', value: 'their-token' } };

const take = (target: TestTarget, names: readonly string[], profile: Profile = target.profile) =>
  takeRegistrations(
    target.client,
    profile,
    names.map((name) => ({ company: target.company(name), url: ownUrl(name) })),
  );

test('each company gets its own URL and token, which are removed afterwards', async () => {
  await using target = await startTestTarget();
  const registrations = await take(target, ['main', 'second']);
  const [first, second] = registrations.secrets;
  expect(await standing(target, 'main')).toMatchObject({ url: ownUrl('main'), bearerToken: first?.value });
  expect(await standing(target, 'second')).toMatchObject({ url: ownUrl('second'), bearerToken: second?.value });
  expect(await standing(target, 'third')).toBeNull();
  expect(first?.value).not.toBe(second?.value);
  await registrations[Symbol.asyncDispose]();
  expect([await standing(target, 'main'), await standing(target, 'second')]).toEqual([null, null]);
  expect(registrations.troubles).toEqual([]);
});

test('the registration of the profile is restored', async () => {
  await using target = await startTestTarget();
  target.company('main').webhook = { takeOver: true, restore: theirs };
  const registrations = await take(target, ['main']);
  expect(await standing(target, 'main')).toMatchObject({ url: ownUrl('main') });
  await registrations[Symbol.asyncDispose]();
  expect(await standing(target, 'main')).toMatchObject({ url: theirs.url, bearerToken: theirs.bearerToken.value });
});

test('a refused registration is an error, and earlier ones are restored', async () => {
  const refused = new Set<string>();
  await using target = await startTestTarget({
    wrap: (handle) => (call) =>
      refused.has(call.headers.authorization ?? '') ? { status: 403, body: { message: 'no' } } : handle(call),
  });
  refused.add(`Bearer ${target.company('second').token.value}`);
  target.company('third').webhook = { takeOver: true, restore: theirs };
  const taking = take(target, ['main', 'third', 'second']);
  await expect(taking).rejects.toBeInstanceOf(LoadError);
  await expect(taking).rejects.toThrow(/could not be registered.*answered 403.*selo doctor/s);
  expect(await standing(target, 'main')).toBeNull();
  expect(await standing(target, 'third')).toMatchObject({ url: theirs.url });
});

test('a registration that cannot be restored is reported, and the others are restored', async () => {
  let isRefusing = false;
  await using target = await startTestTarget({
    wrap: (handle) => (call) =>
      isRefusing && call.headers.authorization === `Bearer ${target.company('second').token.value}`
        ? { status: 403, body: {} }
        : handle(call),
  });
  const registrations = await take(target, ['main', 'second']);
  isRefusing = true;
  await registrations[Symbol.asyncDispose]();
  expect(registrations.troubles).toEqual([
    expect.stringMatching(/^the registration of second at \S+ could not be removed: .*403/),
  ]);
  expect(await standing(target, 'main')).toBeNull();
});
