import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { blocksOf, isDone } from './blocks.ts';
import { isTriedOut, type KnownRecord, type KnownResource, knownRecords } from './known-records.ts';
import { isList } from './list-walks.ts';
import { phoneDigits, phonesIn } from './named-fields.ts';
import { callsBetween, callsOn, creates, externalIdOf, fieldsOf, isAccepted, isWrite, partsOf } from './read-call.ts';

const making = { customers: 'create-customer', products: 'create-product' } as const;

/** The resources whose creations bring a customer. */
const bringing: readonly unknown[] = ['orders', 'abandoned-carts', 'coupons'];

/** The externalIds of the creations among calls, and how many records the calls send or find at the platform. */
const broughtBy = (
  record: PartnerRecord,
  resource: KnownResource,
  calls: readonly PartnerCall[],
  actions: readonly PartnerAction[],
): { ids: ReadonlySet<string | undefined>; count: number } => {
  const known = knownRecords(record, resource);
  const [posts, others] = [
    calls.filter((call) => creates(call, resource)),
    calls.filter((call) => !creates(call, resource)),
  ];
  // a record that is sent, or that another action names, may be looked up and changed as well
  const own = new Set([...posts.map(known.about), ...actions.map(known.named)].filter((each) => each !== undefined));
  const isNew = (found: KnownRecord | undefined): boolean => found === undefined || !own.has(found);
  const found = others.flatMap((call): unknown[] => {
    const [kind] = partsOf(call);
    if (kind === resource) {
      const isUseful = isWrite(call) || (isAccepted(call) && call.method === 'GET' && !isList(call));
      return isUseful && isNew(known.about(call)) ? [call] : [];
    }
    if (resource !== 'customers' || call.method !== 'POST' || !bringing.includes(kind)) return [];
    return phonesIn(fieldsOf(call), record.names).flatMap(({ value }) => {
      const customer = known.find({ phone: value });
      const wasThere = customer !== undefined && customer.sinceMs < (actions[0]?.fromMs ?? 0);
      return isNew(customer) && !wasThere ? [phoneDigits(value)] : [];
    });
  });
  const nameIn = (call: PartnerCall): unknown => {
    const { phone, name } = fieldsOf(call);
    const externalId = externalIdOf(call);
    // another obligation judges one id for several records
    return externalId === undefined ? call : JSON.stringify([externalId, phone ?? name]);
  };
  return { ids: new Set(posts.map(externalIdOf)), count: new Set([...posts.map(nameIn), ...found]).size };
};

/** Whether a customer or product that an action created was sent, or found at the platform, as far as calls show. */
export const isBrought = (record: PartnerRecord, resource: KnownResource, action: PartnerAction): boolean => {
  const block = blocksOf(record).find(({ actions }) => actions.includes(action));
  if (block === undefined) return true;
  const nextMs = record.actions.find(
    ({ parameters, fromMs }) => fromMs > action.fromMs && parameters.id !== undefined && parameters.id === action.id,
  )?.fromMs;
  const isSentLate = callsBetween(record, block.untilMs, nextMs).some(
    (call) => creates(call, resource) && action.id !== undefined && externalIdOf(call) === action.id,
  );
  if (isSentLate || callsOn(record, resource).some((call) => block.calls.includes(call) && isTriedOut(record, call)))
    return true;
  const { ids, count } = broughtBy(record, resource, block.calls, block.actions);
  const made = block.actions.filter((each) => isDone(each, making[resource]) && each.parameters.id === undefined);
  const isNamed = ({ id }: PartnerAction): boolean => id !== undefined && ids.has(id);
  const [named, others] = [made.filter(isNamed), made.filter((each) => !isNamed(each))];
  return named.includes(action) || others.indexOf(action) < count - named.length;
};
