import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { KeyError, newKey, publicPart, writeKey } from '../../certify/certificate/keys.ts';
import { usualNames } from '../../certify/field-names.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { describeConfiguration } from './certify-command.ts';
import { sessionSecrets, signingKeyFrom } from './session-inputs.ts';

const polling = { triggers: { kind: 'poll' } } as const;
const [control, token, accessKey] = ['control-token-0001', 'partner-token-0001', 'access-key-0000001'];
const secondToken = 'second-token-00001';

test('what the environment gives is used, and what it does not is left to chance', () => {
  expect(
    sessionSecrets(polling, {
      SELO_CONTROL_TOKEN: control,
      SELO_PARTNER_TOKEN: token,
      SELO_PARTNER_SECOND_TOKEN: secondToken,
      SELO_PARTNER_ACCESS_KEY: accessKey,
    }),
  ).toEqual({
    credentials: { token, secondToken, accessKey },
    controlToken: { env: 'SELO_CONTROL_TOKEN', value: control },
  });
  expect(sessionSecrets({}, {})).toEqual({ credentials: {} });
});

test('each token is printed for a partner that Selo does not start, unless the environment gave it', () => {
  const said = (credentials: { secondToken?: string }) =>
    describeConfiguration({ access, names: usualNames }, {}, { credentials }).find((line) =>
      line.includes('second token'),
    );
  const access = {
    baseUrl: 'http://127.0.0.1:1',
    token: { env: 'PARTNER_TOKEN', value: token },
    secondToken: { env: 'PARTNER_SECOND_TOKEN', value: secondToken },
    accessHeader: 'service-access',
    accessKey: { env: 'PARTNER_ACCESS_KEY', value: accessKey },
  };
  expect(said({})).toContain(secondToken);
  expect(said({ secondToken })).toMatch(/that of SELO_PARTNER_SECOND_TOKEN, of the second company/);
  expect(said({ secondToken })).not.toContain(secondToken);
});

test.for<[string, NodeJS.ProcessEnv, RegExp]>([
  ['no control token', {}, /set SELO_CONTROL_TOKEN/],
  ['a short control token', { SELO_CONTROL_TOKEN: '15-characters-x' }, /SELO_CONTROL_TOKEN .* 16 characters/],
  ['an empty token', { SELO_CONTROL_TOKEN: control, SELO_PARTNER_TOKEN: '' }, /SELO_PARTNER_TOKEN .* 16/],
  ['a token with a gap', { SELO_CONTROL_TOKEN: control, SELO_PARTNER_TOKEN: `${token} 1` }, /without white space/],
  ['a key with a line end', { SELO_CONTROL_TOKEN: control, SELO_PARTNER_ACCESS_KEY: `${accessKey}\n` }, /white space/],
  [
    'one value for two',
    { SELO_CONTROL_TOKEN: control, SELO_PARTNER_TOKEN: token, SELO_PARTNER_ACCESS_KEY: token },
    /SELO_PARTNER_TOKEN and SELO_PARTNER_ACCESS_KEY are the same/,
  ],
])('%s is reported, without its value', ([, environment, message]) => {
  expect(() => sessionSecrets(polling, environment)).toThrow(message);
  for (const value of Object.values(environment)) {
    if (value !== undefined && value !== '') expect(() => sessionSecrets(polling, environment)).not.toThrow(value);
  }
});

const withHooks = { triggers: { kind: 'http', url: 'http://127.0.0.1:4100', tokenEnv: 'SHOP_HOOKS' } } as const;

test.for<[string, NodeJS.ProcessEnv, RegExp]>([
  ['is not set', {}, /hooks need a bearer.*set SHOP_HOOKS/],
  ['is empty', { SHOP_HOOKS: '' }, /set SHOP_HOOKS/],
  ['has a line end', { SHOP_HOOKS: 'hooks-bearer\n' }, /SHOP_HOOKS should be ASCII/],
  ['is a short word', { SHOP_HOOKS: 'orders' }, /SHOP_HOOKS should have at least 8/],
])('a bearer of the hooks that %s is reported', ([, environment, message]) => {
  expect(() => sessionSecrets(withHooks, environment)).toThrow(message);
});

test('a bearer of the hooks that is set is no credential of the session', () => {
  expect(sessionSecrets(withHooks, { SHOP_HOOKS: 'hooks-bearer' })).toEqual({ credentials: {} });
});

test('a key that only checks is refused before anything is played, from a file and from the environment', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'key.json');
  const key = await newKey();
  const { publicFile } = writeKey(key, file);
  await expect(signingKeyFrom(file)).resolves.toMatchObject({ jwk: { d: key.d }, isOwn: true });
  await expect(signingKeyFrom(publicFile)).rejects.toThrow(KeyError);
  await expect(signingKeyFrom(publicFile)).rejects.toThrow(/key\.public\.json contains only a public key/);
  try {
    vi.stubEnv('SELO_SIGNING_KEY', JSON.stringify(publicPart(key)));
    await expect(signingKeyFrom(undefined)).rejects.toThrow(/^SELO_SIGNING_KEY contains only a public key/);
  } finally {
    vi.unstubAllEnvs();
  }
});
