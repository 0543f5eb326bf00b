import { expect, test } from 'vitest';
import { testProfile } from '../../../fixtures/test-profile.ts';
import { hookEnvironment } from './drills.ts';

test('a hook inherits the environment without any secret of the profile', () => {
  const restore = { url: 'https://shop.example/in', bearerToken: { env: 'SECOND' } };
  const { profile } = testProfile('https://partners.example', {
    companies: [{ name: 'main', token: { env: 'TOKEN' }, webhook: { takeOver: true, restore } }],
  });
  const ours = { PATH: '/bin', KUBECONFIG: '/cluster', ACCESS: 'a secret', TOKEN: 'a secret', SECOND: 'a secret' };
  expect(hookEnvironment(profile, ours)).toEqual({ PATH: '/bin', KUBECONFIG: '/cluster' });
});
