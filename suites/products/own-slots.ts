import type { ProductSlots } from '../../fixtures/bodies.ts';
import type { CheckContext } from '../check-context.ts';
import { carries } from '../records/carried-values.ts';

/**
 * Ends the check if the profile's body does not contain these fields unchanged, because then nothing can be expected of
 * them.
 */
export const needOwnSlots = (
  { body, unverified }: CheckContext,
  fields: Partial<Pick<ProductSlots, 'name' | 'provider' | 'externalId'>>,
): void => {
  const sent = body.product(fields);
  for (const [name, value] of Object.entries(fields)) {
    if (!carries(sent, value)) {
      unverified('not-declared', `resources.products.create.body has no slot {${name}} of its own`);
    }
  }
};
