import type { JsonObject } from '../../../core/json.ts';
import { isObject, show } from '../../../core/json.ts';
import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { type Block, blocksOf, isDone, mayBeDone } from '../model/blocks.ts';
import { couponCodes, couponOf } from '../model/coupon-calls.ts';
import { phonesOfCustomer } from '../model/customer-references.ts';
import { heldFrom, idsSent } from '../model/held-coupons.ts';
import { isGone, knownRecords } from '../model/known-records.ts';
import { isSamePhone, phoneDigits } from '../model/named-fields.ts';
import { normalForm } from '../model/normal-form.ts';
import { numbersOf, observation } from '../model/observation.ts';
import {
  callsOf,
  callsOn,
  changesCoupon,
  codeIn,
  creates,
  externalIdOf,
  fieldsBelow,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isWrite,
  mayBeStored,
  nameOf,
  partsOf,
  recordsIn,
} from '../model/read-call.ts';
import { isRefusedByScenario } from '../model/refused-needs.ts';
import type { Obligation, Observation } from '../obligation.ts';
import { renamedCustomers, shortenedPhones } from './customer-identity.ts';
import { resentAs } from './resent-as.ts';
import { sharedIds } from './shared-ids.ts';

/** A kind of record that actions create and send again. */
interface Kind {
  resource: 'customers' | 'products' | 'stores' | 'abandoned-carts';
  action: string;
  /** What the platform identifies a record by; undefined if a body does not have it. */
  identify: (body: JsonObject) => string | undefined;
  /** Whether two bodies with the same identity may still be of two records. */
  isApart?: (one: JsonObject, other: JsonObject) => boolean;
  /** Actions that may create one as a side effect. */
  bringing: readonly string[];
}

const byExternalId = ({ externalId }: JsonObject): string | undefined => nameOf(externalId);

const providerOf = ({ provider }: JsonObject): string | undefined => nameOf(provider);

const isSame = ({ identify, isApart = () => false }: Kind, one: JsonObject, other: JsonObject): boolean =>
  identify(one) === identify(other) && !isApart(one, other);

/** How a failure names the identity of a record. */
const identityOf = ({ identify, resource }: Kind, body: JsonObject): string => {
  const provider = resource === 'products' ? providerOf(body) : undefined;
  return `${identify(body)}${provider === undefined ? '' : ` of ${provider}`}`;
};

const customers: Kind = {
  resource: 'customers',
  action: 'create-customer',
  identify: ({ phone }) => phoneDigits(phone) || undefined,
  bringing: ['create-order', 'create-cart', 'redeem', 'register-coupon', 'update-customer'],
};
const products: Kind = {
  resource: 'products',
  action: 'create-product',
  identify: ({ name }) => nameOf(name),
  isApart(one, other) {
    const [provider, another] = [providerOf(one), providerOf(other)];
    return provider !== undefined && another !== undefined && provider !== another;
  },
  bringing: ['create-order', 'create-cart', 'redeem'],
};
const stores: Kind = {
  resource: 'stores',
  action: 'create-store',
  identify: byExternalId,
  bringing: ['create-order', 'create-cart', 'redeem'],
};
const carts: Kind = { resource: 'abandoned-carts', action: 'create-cart', identify: byExternalId, bringing: [] };
const kinds: readonly Kind[] = [customers, products, stores, carts];

/** Whether a record was deleted in its own block, so that the partner need not send it. */
const isDeletedIn = (block: Block, { id }: PartnerAction): boolean =>
  id !== undefined && block.actions.some((each) => mayBeDone(each, 'delete-customer') && each.parameters.id === id);

/** What writes and responses showed of records of a kind before a moment. */
const saidBefore = (record: PartnerRecord, { resource }: Kind, atMs: number): JsonObject[] =>
  callsOf(record)
    .filter((call) => call.atMs < atMs)
    .flatMap((call) => {
      const isOfKind = partsOf(call)[0] === resource;
      const shown = isAccepted(call) && isOfKind ? recordsIn(call).filter(isObject) : [];
      if (isOfKind) return [...(isWrite(call) ? [fieldsOf(call)] : []), ...shown];
      const { customer } = fieldsOf(call);
      return resource === 'customers' && isObject(customer) ? [customer] : [];
    });

/** Blocks whose actions send a record of the kind again and create none, with the sends. */
const againIn = (record: PartnerRecord, kind: Kind): (Block & { posts: PartnerCall[] })[] =>
  blocksOf(record).flatMap((block) => {
    const isAgain = block.actions.some((action) => isDone(action, kind.action) && action.parameters.id !== undefined);
    const isNewDue = block.actions.some(
      (action) =>
        (mayBeDone(action, kind.action) && action.parameters.id === undefined) || mayBeDone(action, ...kind.bringing),
    );
    const posts = block.calls.filter((call) => creates(call, kind.resource));
    return isAgain && !isNewDue && posts.length > 0 ? [{ ...block, posts }] : [];
  });

/** Whether a customer has got another phone by an update since the one that a POST sends. */
const hasAnotherPhone = (record: PartnerRecord, post: PartnerCall): boolean => {
  const known = knownRecords(record, 'customers');
  const customer = known.about(post);
  const put = callsOn(record, 'customers').findLast(
    (call) =>
      call.atMs < post.atMs &&
      isTo(call, 'PUT /customers/:id') &&
      known.about(call) === customer &&
      phoneDigits(fieldsOf(call).phone) !== '',
  );
  // an update without a response may not have been stored
  if (customer === undefined || put === undefined || !isAccepted(put)) return false;
  return !isSamePhone(fieldsOf(put).phone, fieldsOf(post).phone);
};

/** Sends of one externalId at the same time that belong to two records. The first may be stored. */
const changedOnResend = (record: PartnerRecord, kind: Kind): Observation[] =>
  blocksOf(record).flatMap(({ calls, actions }) => {
    const posts = calls.filter((call) => creates(call, kind.resource) && externalIdOf(call) !== undefined);
    return [...Map.groupBy(posts, externalIdOf)].flatMap(([externalId, same]) => {
      const failed = same.find(isFailed);
      const again = failed && same.filter((call) => call.atMs > failed.atMs);
      if (failed === undefined || again === undefined || again.length === 0) return [];
      // other obligations judge a record without what identifies it
      if (kind.identify(fieldsOf(failed)) === undefined) return [];
      // what failed may come as it is after a change
      const isChanged = actions.some(
        ({ action, fromMs }) => kind === customers && action === 'update-customer' && fromMs > failed.atMs,
      );
      const others = isChanged ? [] : again.filter((call) => !isSame(kind, fieldsOf(call), fieldsOf(failed)));
      // the variants of a product may have the id of their parent
      const isVariant = kind === products && again.some((call) => isAccepted(call) && !others.includes(call));
      const other = isVariant ? undefined : others[0];
      return [
        observation(
          other === undefined,
          { calls: numbersOf([failed, ...(other ? [other] : again)]) },
          `POST /${kind.resource} of ${externalId} failed and came again as ${other && identityOf(kind, fieldsOf(other))}; it was ${identityOf(kind, fieldsOf(failed))}, and may be stored`,
        ),
      ];
    });
  });

/** The earlier products that the platform has under the name of each new one, if every new one has the name of another. */
const coveredProducts = (record: PartnerRecord, kind: Kind, posts: readonly PartnerCall[]): PartnerCall[] => {
  if (kind !== products) return [];
  const accepted = callsOn(record, kind.resource).filter((call) => creates(call, 'products') && isAccepted(call));
  const others = posts.map((post) =>
    accepted.find((call) => {
      const [earlier, body] = [fieldsOf(call), fieldsOf(post)];
      const isNamed = kind.identify(body) !== undefined && kind.identify(earlier) === kind.identify(body);
      const isAlike = isNamed && providerOf(earlier) === providerOf(body);
      return isAlike && call.atMs < post.atMs && externalIdOf(call) !== externalIdOf(post);
    }),
  );
  return others.every((other) => other !== undefined) ? others : [];
};

/** The customers whom a body names outside of a customer of its own. */
const ownersNamedIn = (body: JsonObject): unknown[] =>
  fieldsBelow(body).flatMap(({ name, value }) => (/^(customer|client|user)_?id$|mail/i.test(name) ? [value] : []));

/**
 * Whether the answered id says that a new record is one that is there already. It may be the only store of a partner, or
 * the cart of a customer, which is abandoned again.
 */
const isSameRecord = (
  record: PartnerRecord,
  { resource, action }: Kind,
  { fromMs, untilMs }: Block,
  made: readonly PartnerAction[],
): boolean => {
  const earlier = record.actions.filter((each) => each.action === action && each.fromMs < fromMs);
  const same = made.find(({ id }) => id !== undefined && earlier.some((each) => each.id === id));
  if (same === undefined) return false;
  const sent = callsOn(record, resource).filter((call) => call.atMs <= untilMs && creates(call, resource));
  if (resource === 'stores') return new Set(sent.map((call) => fieldsOf(call)[record.names.storeName])).size === 1;
  const own = sent.filter((call) => externalIdOf(call) === same.id);
  const ownersOf = (call: PartnerCall) => {
    const body = fieldsOf(call);
    const phones = phonesOfCustomer(body, record.names).map(({ value }) => phoneDigits(value));
    const { [record.names.orderCustomer]: customer = ownersNamedIn(body) } = body;
    return phones.length > 0 ? phones : [normalForm(customer)];
  };
  return (
    resource === 'abandoned-carts' && own.length > 0 && new Set(own.map((call) => ownersOf(call).join())).size === 1
  );
};

/** Judges whether the records that a block creates are new ones at the platform. */
const createdIn = (record: PartnerRecord, kind: Kind, block: Block): Observation[] => {
  const made = block.actions.filter(
    (action) => isDone(action, kind.action) && action.parameters.id === undefined && !isDeletedIn(block, action),
  );
  const posts = block.calls.filter((call) => creates(call, kind.resource) && !isRefusedByScenario(call));
  const ids = posts.map(externalIdOf);
  if (made.length === 0 || posts.length === 0 || ids.includes(undefined)) return [];
  if (isSameRecord(record, kind, block, made)) return [];
  const stored = callsOn(record, kind.resource).filter(
    (call) =>
      call.atMs < block.fromMs &&
      creates(call, kind.resource) &&
      isAccepted(call) &&
      !(posts.some((post) => isSame(kind, fieldsOf(post), fieldsOf(call))) && isGone(record, call, block.fromMs)),
  );
  const taken = new Set(stored.map(externalIdOf));
  const fresh = new Set(ids.filter((id) => !taken.has(id)));
  const reused = ids.find((id) => taken.has(id)) ?? (posts.length > fresh.size ? ids[0] : undefined);
  const isReused = fresh.size < made.length && reused !== undefined;
  const covered = isReused ? [] : coveredProducts(record, kind, posts);
  return [
    observation(
      !isReused && covered.length === 0,
      { actions: numbersOf(made), calls: numbersOf([...posts, ...covered]) },
      isReused
        ? `a new record was sent to /${kind.resource} with the externalId ${reused} of an earlier one`
        : `a new product was sent as ${show(covered[0] && fieldsOf(covered[0]).name)}, which is the name of an earlier one with another externalId; the platform returns that one, and does not have the new one`,
    ),
  ];
};

export const sameRecords: readonly Obligation[] = [
  {
    id: 'PART-148',
    text: 'Every new customer, product, store and cart has an `externalId` that no earlier one had, and a product a new name',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S040'],
    level: 'must',
    arisesWith: ['carts', 'stores', 'customers', 'products'],
    judge: (record) => [
      ...kinds.flatMap((kind) => blocksOf(record).flatMap((block) => createdIn(record, kind, block))),
      ...sharedIds(record),
    ],
  },
  {
    id: 'PART-149',
    text: 'A resent customer, product, store or cart identifies the same record, with the same values, and so does the phone of an update',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S035'],
    level: 'must',
    arisesWith: ['customers', 'products'],
    judge: (record) => [
      // another obligation judges the externalId of stores and carts
      ...[stores, carts].flatMap((kind) =>
        againIn(record, kind).flatMap(({ actions, posts }) =>
          posts.map((post) => {
            const other = resentAs(record, post);
            return observation(
              other === undefined,
              { actions: numbersOf(actions), calls: numbersOf(other === undefined ? [post] : [other, post]) },
              `one of the /${kind.resource} was sent again as ${externalIdOf(post)}, with the content of ${other && externalIdOf(other)}`,
            );
          }),
        ),
      ),
      ...[customers, products].flatMap((kind) =>
        againIn(record, kind).map(({ actions, posts, fromMs }) => {
          const said = saidBefore(record, kind, fromMs);
          const unlike = posts.filter(
            (call) =>
              kind.identify(fieldsOf(call)) !== undefined &&
              (!said.some((body) => isSame(kind, body, fieldsOf(call))) || hasAnotherPhone(record, call)),
          );
          // with the record, others may come that the platform did not have; they have an id of their own
          const ids = new Set([undefined, ...said.map(byExternalId)]);
          const others = unlike.length === posts.length ? unlike : unlike.filter((call) => ids.has(externalIdOf(call)));
          return observation(
            others.length === 0,
            { actions: numbersOf(actions), calls: numbersOf(others.length > 0 ? others : posts) },
            `one of the /${kind.resource} was to be sent again and came as ${others.map((call) => identityOf(kind, fieldsOf(call))).join(', ')}, which is another one`,
          );
        }),
      ),
      ...[customers, products].flatMap((kind) => changedOnResend(record, kind)),
      ...shortenedPhones(record),
      ...renamedCustomers(record),
    ],
  },
  {
    id: 'PART-150',
    text: 'A resent product has a provider if it had one before, and none if it had none',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040'],
    level: 'should',
    inferred: 'the document does not say which product a POST without a provider finds',
    needs: 'products',
    judge: (record) => [
      ...changedOnResend(record, {
        ...products,
        identify: () => 'a product',
        isApart: (one, other) => (providerOf(one) === undefined) !== (providerOf(other) === undefined),
      }),
      ...againIn(record, products).map(({ actions, posts, fromMs }) => {
        const said = saidBefore(record, products, fromMs);
        const others = posts.filter((call) => {
          const body = fieldsOf(call);
          const alike = said.filter((each) => isSame(products, each, body));
          return alike.length > 0 && !alike.some((each) => providerOf(each) === providerOf(body));
        });
        return observation(
          others.length === 0,
          { actions: numbersOf(actions), calls: numbersOf(others.length > 0 ? others : posts) },
          `a product was sent again with ${others.map((call) => providerOf(fieldsOf(call)) ?? 'no provider').join(', ')}, unlike before`,
        );
      }),
    ],
  },
  {
    id: 'PART-151',
    text: 'A coupon that is registered again or changed keeps its `externalId`',
    source: 'Resources and their fields › Common conventions',
    statements: ['S042', 'S035'],
    level: 'must',
    needs: 'coupons',
    judge(record) {
      const codes = couponCodes(record);
      const posts = callsOn(record, 'coupons').filter(
        (call) => isTo(call, 'POST /coupons') && codeIn(call) && mayBeStored(call),
      );
      const changes = callsOn(record, 'coupons').filter((call) => changesCoupon(call) && isAccepted(call));
      return [...Map.groupBy(posts, codeIn)].map(([code = '', same]) => {
        const held = heldFrom(record, code, 0).flatMap((state) => state.held.map(({ id }) => id));
        // the final id of a coupon is the one that the partner shows
        const others = changes.filter((call) => {
          const id = externalIdOf(call);
          return id !== undefined && held.length > 0 && !held.includes(id) && couponOf(call, codes) === code;
        });
        const ids = new Set([...idsSent(record, code, same), ...others.map(externalIdOf)]);
        ids.delete(undefined);
        return observation(
          ids.size <= 1,
          { calls: numbersOf([...same, ...others]) },
          `the coupon ${code} was sent with the externalIds ${[...ids].join(', ')}; it should have one`,
        );
      });
    },
  },
];
