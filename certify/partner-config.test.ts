import { expect, test } from 'vitest';
import { partnerConfigSchema } from './partner-config.ts';

test('the earlier name of a capability is refused with the new one', () => {
  const { error } = partnerConfigSchema.safeParse({ name: 'A', version: '1', capabilities: ['lowering'] });
  expect(error?.message).toContain('use \\"mark-used\\"');
});
