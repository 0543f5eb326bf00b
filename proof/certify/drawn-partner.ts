import { issueCertificate } from '../../certify/certificate/issue.ts';
import { pseudonymsFor } from '../../certify/certificate/pseudonyms.ts';
import { judgePartner } from '../../certify/obligations/judge.ts';
import { partnerConfigSchema } from '../../certify/partner-config.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { standingOf } from '../../core/obligation-verdict.ts';
import { type PartnerCapability, type PartnerRecord, partnerRecordSchema } from '../../core/partner-record.ts';
import { simulatedShop, simulatedTill } from '../../simulation/simulated-partners.ts';
import { simulateSession } from '../../simulation/simulated-session.ts';
import { type Draw, drawOf } from '../draw.ts';
import { rewritings } from './rewritings.ts';
import { shopSamples } from './sample-partners.ts';
import { tillSamples } from './till-samples.ts';

/** A legal partner: a sample with some of its variants and capabilities, whose session is also rewritten. */
interface DrawnPartner {
  of: 'shop' | 'till';
  variants: readonly string[];
  capabilities: readonly PartnerCapability[];
  rewriting: string;
}

/** The verdict on a drawn partner; it deserves no finding. */
export interface DrawnResult extends DrawnPartner {
  seed: number;
  /** The failed obligations, with the first finding of each, also where a single play shows them. */
  blamed: readonly string[];
  /** Those that fail only in the rewritten session. */
  blamedRewritten: readonly string[];
  /** Why the certificate is incomplete. */
  gaps: readonly string[];
}

const legalNames = {
  shop: shopSamples.filter(({ breaks }) => breaks === undefined).map(({ name }) => name),
  till: tillSamples.filter(({ breaks }) => breaks === undefined).map(({ name }) => name),
};
const simulated = { shop: simulatedShop, till: simulatedTill };

const mostVariants = 4;
/** Each capability is declared with this probability, but in one partner of three all are. */
const capabilityShare = 0.4;

const oneName = (draw: Draw, [first = '', ...others]: readonly string[]): string => draw.oneOf([first, ...others]);

/** Draws a partner; the same seed gives the same one. */
const drawPartner = (seed: number): DrawnPartner => {
  const draw = drawOf(`legal partner ${seed}`);
  const of = draw.oneOf(['shop', 'till', 'till'] as const);
  // the shop deviates in one way at a time
  const count = of === 'shop' ? 1 : draw.integer(1, mostVariants);
  const variants = new Set(Array.from({ length: count }, () => oneName(draw, legalNames[of])));
  const all = simulated[of].config.capabilities;
  const some = all.filter(() => draw.happens(capabilityShare));
  // the platform knows a customer without an order by the phone alone, which that variant does not find out
  const needsOrders = variants.has('customers by reference') && !some.includes('orders');
  const isPossible =
    !needsOrders && partnerConfigSchema.safeParse({ ...simulated[of].config, capabilities: some }).success;
  return {
    of,
    variants: [...variants],
    capabilities: !isPossible || draw.happens(1 / 3) ? all : some,
    rewriting: oneName(draw, Object.keys(rewritings)),
  };
};

const blamedIn = (records: readonly PartnerRecord[]): string[] =>
  judgePartner(...records)
    .filter((verdict) => ['fail', 'warn', 'not-confirmed'].includes(standingOf(verdict)))
    .map(({ id, seen }) => `${id} ${seen[0]}`);

/** Certifies a drawn partner in simulated time. A burst of notifications takes most of the time and differs least. */
export const judgeDrawnPartner = async (seed: number): Promise<DrawnResult> => {
  const drawn = drawPartner(seed);
  const { of, variants, capabilities, rewriting } = drawn;
  const sample = { ...simulated[of], config: { ...simulated[of].config, capabilities: [...capabilities] } };
  const session = await simulateSession({
    seed,
    sample,
    environment: { [of === 'shop' ? 'SHOP_VARIANT' : 'TILL_DEVIATION']: variants.join(' & ') },
    only: allScenarios.map(({ name }) => name).filter((name) => name !== 'burst'),
  });
  const { records } = session;
  const { reasons } = issueCertificate(session, sample.config, { selo: 'proof', keepsCustomers: true });
  const rewritten = records.map((record) => {
    const copy = partnerRecordSchema.parse(structuredClone(record));
    rewritings[rewriting]?.()(copy);
    return copy;
  });
  // a certificate judges the record under pseudonyms
  const issued = pseudonymsFor(rewritten).records;
  const blamed = blamedIn(records);
  return {
    ...drawn,
    seed,
    blamed,
    blamedRewritten: blamedIn(issued).filter((each) => !blamed.includes(each)),
    gaps: reasons.filter((reason) => !reason.startsWith('PART-') && reason !== '1 scenario was not played: burst'),
  };
};
