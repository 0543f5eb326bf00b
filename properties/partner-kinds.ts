import type { Profile } from '../fixtures/profile/profile.ts';
import { type Capability, missingCapabilities } from '../suites/capability.ts';
import { type PartnerRecord, partnerCart, partnerOrder, partnerStore } from '../suites/records/partner-records.ts';

/** The kinds of record that are identified by their `externalId`, by name. */
export const partnerKinds: Readonly<Record<PartnerRecord['name'], PartnerRecord>> = {
  order: partnerOrder,
  store: partnerStore,
  'abandoned cart': partnerCart,
};

/** The kinds that a target offers for a property. Orders are always included, because the property itself needs them. */
export const offeredKinds = (
  profile: Profile,
  needsOf: (needs: PartnerRecord['needs']) => readonly Capability[],
): PartnerRecord['name'][] =>
  Object.values(partnerKinds)
    .filter((kind) => kind === partnerOrder || missingCapabilities(profile, needsOf(kind.needs)).length === 0)
    .map(({ name }) => name);
