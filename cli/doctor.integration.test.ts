import { expect, test } from 'vitest';
import { runSelo, serveTarget } from './run/selo-process.ts';

test('the missing keys of a profile stand together with the rules that each holds back, and as JSON', async () => {
  await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
  const args = ['doctor', '--profile', target.profileFile];
  const { code, stdout } = await runSelo(args, { env: target.env });
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^! profile: rules that cannot be judged, by the key that is missing\n +\d+ {2}writes: true\n/,
  );
  expect(stdout).toMatch(/^✓ token of main, token of second, .*: is accepted$/m);

  const asJson = await runSelo([...args, '--json'], { env: target.env });
  expect(JSON.parse(asJson.stdout)).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({ subject: 'profile', advice: 'writes: true', rules: expect.any(Number) }),
    ]),
  });
});

test('a problem stands first, and no coverage is asked for while the target does not answer', async () => {
  await using target = await serveTarget({}, (profile) => ({ ...profile, writes: false }));
  const env = { ...target.env, SELO_TOKEN_MAIN: 'a token that nobody gave out' };
  const { code, stdout } = await runSelo(['doctor', '--profile', target.profileFile], { env });
  expect(code).toBe(3);
  expect(stdout).toMatch(/^✗ target: /);
  expect(stdout).not.toMatch(/^!/m);
});
