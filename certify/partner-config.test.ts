import { expect, test } from 'vitest';
import { partnerConfigSchema } from './partner-config.ts';

test('the earlier name of a capability is refused with the new one', () => {
  const { error } = partnerConfigSchema.safeParse({ name: 'A', version: '1', capabilities: ['lowering'] });
  expect(error?.message).toContain('use \\"mark-used\\"');
});

test.each([
  [['mark-used'], 'declare \\"coupons\\" or \\"webhooks\\"'],
  [['mark-used', 'orders'], 'declare \\"coupons\\" or \\"webhooks\\"'],
  [['mark-used', 'webhooks'], undefined],
  [['mark-used', 'coupons'], undefined],
  [['redemption', 'stores'], 'declare \\"orders\\", \\"coupons\\" or \\"webhooks\\"'],
  [['redemption', 'webhooks'], undefined],
  [['redemption', 'orders'], undefined],
])('of %j, what nothing can ask for is refused with what is missing', (capabilities, said) => {
  const { error } = partnerConfigSchema.safeParse({ name: 'A', version: '1', capabilities });
  expect(error?.message ?? '').toContain(said ?? '');
  expect(error === undefined).toBe(said === undefined);
});
