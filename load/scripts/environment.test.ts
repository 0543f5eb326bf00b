import { afterEach, expect, test, vi } from 'vitest';

const plan = {
  accessHeader: { name: 'service-access', env: 'ACCESS' },
  companies: [
    { name: 'amber', tokenEnv: 'AMBER' },
    { name: 'birch', tokenEnv: 'BIRCH' },
  ],
};
const environment = { SELO_LOAD_PLAN: '/plan.json', ACCESS: 'key-1', AMBER: 'token-a', BIRCH: 'token-b' };

/** The module, imported in this environment. */
const importedIn = (variables: Record<string, string>): Promise<typeof import('./environment.ts')> => {
  vi.resetModules();
  vi.stubGlobal('__ENV', variables);
  vi.stubGlobal('open', (file: string) => (file === '/plan.json' ? JSON.stringify(plan) : ''));
  return import('./environment.ts');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the plan is read from the file, and the credentials from the environment', async () => {
  const { plan: read, credentials } = await importedIn(environment);
  expect(read).toEqual(plan);
  expect(credentials.map(({ sent }) => sent)).toEqual([
    { 'content-type': 'application/json', authorization: 'Bearer token-a', 'service-access': 'key-1' },
    { 'content-type': 'application/json', authorization: 'Bearer token-b', 'service-access': 'key-1' },
  ]);
});

test('shown headers have the names of secrets instead of their values', async () => {
  const { credentials } = await importedIn(environment);
  expect(credentials[1]?.shown).toEqual({
    'content-type': 'application/json',
    authorization: 'Bearer «BIRCH»',
    'service-access': '«ACCESS»',
  });
});

test('every occurrence of a secret is replaced', async () => {
  const { withoutSecrets } = await importedIn(environment);
  expect(withoutSecrets('token-a, key-1 and "token-a"; token-b.')).toBe('«AMBER», «ACCESS» and "«AMBER»"; «BIRCH».');
  expect(withoutSecrets('nothing of it')).toBe('nothing of it');
});

test.for(['ACCESS', 'AMBER', 'BIRCH'] as const)('a missing or empty secret %s is an error', async (name) => {
  const { [name]: _, ...others } = environment;
  await expect(importedIn(others)).rejects.toThrow(`the environment variable ${name} is not set`);
  await expect(importedIn({ ...environment, [name]: '' })).rejects.toThrow(
    `the environment variable ${name} is not set`,
  );
});

test('without a plan, the error says what starts a script', async () => {
  await expect(importedIn({})).rejects.toThrow('start load scripts with "npx selo load"');
});
