import { expect, test } from 'vitest';
import { settingsFrom } from './settings.ts';

const needed = {
  PLATFORM_URL: 'https://platform.example/api/',
  PLATFORM_TOKEN: 't',
  PLATFORM_ACCESS_HEADER: 'service-access',
  PLATFORM_ACCESS_KEY: 'k',
};

test('the defaults are those of the README', () => {
  expect(settingsFrom(needed)).toMatchObject({
    platform: { url: 'https://platform.example/api', timeoutMs: 10_000 },
    port: 4100,
    publicUrl: undefined,
    stateFile: undefined,
    retryPauseMs: 2000,
  });
});

test.each(Object.keys(needed))('%s is needed', (name) => {
  expect(() => settingsFrom({ ...needed, [name]: '' })).toThrow(`${name} is not set`);
});

test.each([
  ['PLATFORM_URL', 'platform'],
  ['SHOP_PORT', '-1'],
  ['SHOP_PUBLIC_URL', 'ftp://shop.example'],
  ['SHOP_RETRY_PAUSE_MS', '2s'],
  ['SHOP_FAULT', 'none of these'],
  ['SHOP_VARIANT', 'constructor'],
])('%s cannot be "%s"', (name, value) => {
  expect(() => settingsFrom({ ...needed, [name]: value })).toThrow(`${name} is "${value}"`);
});

test('a fault and a variant are chosen by name', () => {
  const { behavior } = settingsFrom({ ...needed, SHOP_FAULT: 'page from 0', SHOP_VARIANT: 'answers 202' });
  expect([behavior.is('page from 0'), behavior.is('page size 0')]).toEqual([true, false]);
  expect([behavior.does('answers 202'), behavior.does('chunked bodies')]).toEqual([true, false]);
});
