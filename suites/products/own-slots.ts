import type { ProductSlots } from '../../fixtures/bodies.ts';
import type { CheckContext } from '../check-context.ts';
import { carries } from '../records/carried-values.ts';

/** Ends the check when the profile's body does not carry these fields as they are: then nothing stored can be held to them. */
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
