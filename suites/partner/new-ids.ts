import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { callsDuring, doneActions } from './actions.ts';
import type { Obligation, Observation } from './obligation.ts';
import { numbersOf, observation } from './observation.ts';
import { callsOf, creates, fieldsOf, isAccepted, nameOf } from './read-call.ts';
import { actionBefore } from './repeated-sends.ts';

const idOf = (call: PartnerCall): string | undefined => nameOf(fieldsOf(call).externalId);

/** New records of a kind whose externalId an earlier one has. */
const newOnes = (
  record: PartnerRecord,
  action: string,
  resource: 'stores' | 'abandoned-carts' | 'customers' | 'products',
): Observation[] => {
  const posts = callsOf(record).filter((call) => creates(call, resource) && idOf(call) !== undefined);
  return doneActions(record, action).flatMap(({ number, fromMs, parameters, ...rest }) => {
    if (parameters.id !== undefined) return [];
    const before = posts.filter(({ atMs }) => atMs < fromMs);
    const taken = new Set(before.map(idOf));
    const stored = new Set(before.filter(isAccepted).map(idOf));
    const during = callsDuring(record, { number, fromMs, parameters, ...rest }).filter((call) => posts.includes(call));
    const isNew = during.some((call) => !taken.has(idOf(call)));
    const [reused] = during.filter((call) => stored.has(idOf(call)));
    // one that failed before may be sent again meanwhile
    if (!isNew && reused === undefined) return [];
    return [
      observation(
        isNew,
        { actions: [number], calls: numbersOf(during) },
        `${action} was to make a new one, which was sent with the externalId ${reused === undefined ? '' : idOf(reused)} of an earlier one`,
      ),
    ];
  });
};

/** What distinguishes a product from others. */
const identityOf = (call: PartnerCall): string => {
  const { name, provider } = fieldsOf(call);
  return JSON.stringify([name, provider]);
};

export const newIds: readonly Obligation[] = [
  {
    id: 'PART-140',
    text: 'Every new store, cart, customer and product has an externalId that none of its kind had before',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S040'],
    level: 'must',
    judge: (record) => [
      ...newOnes(record, 'create-store', 'stores'),
      ...newOnes(record, 'create-cart', 'abandoned-carts'),
      ...newOnes(record, 'create-customer', 'customers'),
      ...newOnes(record, 'create-product', 'products'),
    ],
  },
  {
    id: 'PART-141',
    text: 'A product that is sent again has the same name and the same provider',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040'],
    level: 'must',
    needs: 'products',
    judge(record) {
      const posts = callsOf(record).filter((call) => creates(call, 'products') && idOf(call) !== undefined);
      return [...Map.groupBy(posts, idOf).values()].flatMap((sends) => {
        const [first, ...again] = sends;
        if (first === undefined || again.length === 0) return [];
        // two products under one externalId are judged by themselves
        const isSentAgain = (call: PartnerCall): boolean => {
          const action = actionBefore(record, call);
          return action?.parameters.id !== undefined || action === actionBefore(record, first);
        };
        const other = again.find((call) => isSentAgain(call) && identityOf(call) !== identityOf(first));
        return [
          observation(
            other === undefined,
            { calls: numbersOf(other === undefined ? sends : [first, other]) },
            `product ${idOf(first)} was sent as ${identityOf(first)} and again as ${other && identityOf(other)}, which makes another product`,
          ),
        ];
      });
    },
  },
];
