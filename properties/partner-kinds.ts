import type { Profile } from '../fixtures/profile/profile.ts';
import { type Capability, missingCapabilities } from '../suites/capability.ts';
import { type PartnerRecord, partnerCart, partnerOrder, partnerStore } from '../suites/records/partner-records.ts';

/** The kinds of record that only their externalId distinguishes, by name. */
export const partnerKinds: Readonly<Record<PartnerRecord['name'], PartnerRecord>> = {
  order: partnerOrder,
  store: partnerStore,
  'abandoned cart': partnerCart,
};

/** The kinds of which a target offers what a property needs; orders always, because the property's own `needs` are about them. */
export const offeredKinds = (
  profile: Profile,
  needsOf: (needs: PartnerRecord['needs']) => readonly Capability[],
): PartnerRecord['name'][] =>
  Object.values(partnerKinds)
    .filter((kind) => kind === partnerOrder || missingCapabilities(profile, needsOf(kind.needs)).length === 0)
    .map(({ name }) => name);
