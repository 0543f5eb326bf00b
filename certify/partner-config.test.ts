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
  [['several-companies'], 'declare another capability'],
  [['several-companies', 'lists'], undefined],
])('of %j, what nothing can ask for is refused with what is missing', (capabilities, said) => {
  const { error } = partnerConfigSchema.safeParse({ name: 'A', version: '1', capabilities });
  expect(error?.message ?? '').toContain(said ?? '');
  expect(error === undefined).toBe(said === undefined);
});

test.each([
  [{ names: { paths: { 'GET /foo': '/bar' } } }, /^the routes with an open path are .*POST \/customers/],
  [
    { start: { command: 'node', env: { TOKEN: ['$', '{PLATFORM_TOKN}'].join('') } } },
    /^Selo sets no PLATFORM_TOKN; it sets PLATFORM_URL, /,
  ],
])('a misspelled name is refused with the right ones: %j', (misspelled, message) => {
  const partner = { name: 'Shop', version: '1', capabilities: ['orders'], ...misspelled };
  expect(partnerConfigSchema.safeParse(partner).error?.issues).toMatchObject([
    { message: expect.stringMatching(message) },
  ]);
});
