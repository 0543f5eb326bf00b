import { expect, test } from 'vitest';
import { testProfile } from '../../../fixtures/test-profile.ts';
import { hookEnvironment } from '../send/drills.ts';

test('a hook inherits what its user has set, but no secret that the profile names, wherever it stands', () => {
  const restore = { url: 'https://shop.example/in', bearerToken: { env: 'SECOND' } };
  const { profile } = testProfile('https://partners.example', {
    companies: [{ name: 'main', token: { env: 'TOKEN' }, webhook: { takeOver: true, restore } }],
  });
  const ours = { PATH: '/bin', KUBECONFIG: '/cluster', ACCESS: 'a secret', TOKEN: 'a secret', SECOND: 'a secret' };
  expect(hookEnvironment(profile, ours)).toEqual({ PATH: '/bin', KUBECONFIG: '/cluster' });
});
