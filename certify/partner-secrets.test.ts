import { expect, test } from 'vitest';
import { partnerSecrets } from './partner-secrets.ts';

const hooks = { kind: 'http', url: 'http://127.0.0.1:4100/hooks', tokenEnv: 'SHOP_HOOKS' } as const;

test('the bearer of the hooks and credentials of the process are secrets, under marks of their own', () => {
  const env = {
    PARTNER_TOKEN: 'token-of-the-shop',
    dbPassword: 'a long password',
    SHOP_PORT: '4100',
    SORT_KEY: 'name',
  };
  expect(
    partnerSecrets({ triggers: hooks, start: { command: 'shop', args: [], env } }, { SHOP_HOOKS: 'hooks' }),
  ).toEqual([
    { env: 'HOOKS_TOKEN', value: 'hooks' },
    { env: 'START_PARTNER_TOKEN', value: 'token-of-the-shop' },
    { env: 'START_dbPassword', value: 'a long password' },
  ]);
});

test('a partner without any has none', () => {
  expect(partnerSecrets({}, {})).toEqual([]);
  expect(partnerSecrets({ triggers: hooks }, {})).toEqual([]);
});
