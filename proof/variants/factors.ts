import { awkwardChoices, type Choices } from '../../platform/choices.ts';
import type { DeepPartial } from '../../platform/overrides.ts';
import type { Difference } from './variant.ts';

/** Something that the document leaves open, with every legal way by name. Each way fits every way of all other factors. */
export type Factor = Record<string, Pick<Difference, 'options' | 'unverified' | 'warns'>>;

/** What cannot be judged under a value, by its name. */
type Unjudged = Record<string, Pick<Difference, 'unverified' | 'warns'>>;

type Group = Exclude<keyof Choices, 'pathOf' | 'absentRoutes'>;

/** The values of a choice. In an array, each is its own name. */
type Values<Value> = readonly Value[] | Readonly<Record<string, Value>>;

const namedValues = <Value>(values: Values<Value>): [name: string, value: Value][] =>
  Array.isArray(values) ? values.map((value: Value) => [String(value), value]) : Object.entries(values);

const factorOf = <Value>(
  values: Values<Value>,
  choose: (value: Value) => DeepPartial<Choices>,
  unjudged: Unjudged = {},
): Factor =>
  Object.fromEntries(
    namedValues(values).map(([name, value]) => [name, { options: { choices: choose(value) }, ...unjudged[name] }]),
  );

/** A factor for each choice of a group, under the same name. */
const factorsOf = <Name extends Group>(
  group: Name,
  choices: { [Key in keyof Choices[Name]]?: Values<Choices[Name][Key]> },
  unjudged: Record<string, Unjudged> = {},
): Record<string, Factor> =>
  Object.fromEntries(
    Object.entries<Values<unknown> | undefined>(choices).map(([key, values = []]) => [
      key,
      factorOf(values, (value) => ({ [group]: { [key]: value } }), unjudged[key]),
    ]),
  );

const isEither = [true, false] as const;
const notRefused400 = { unverified: [{ cause: 'not-observable', rules: ['ERR-13'] }] } as const;

/** Every choice of the platform, by its name there. */
export const factors: Readonly<Record<string, Factor>> = {
  ...factorsOf('answers', {
    writes: ['echo', 'stored', 'empty-object'],
    writesCarryId: isEither,
    headerCasing: ['lower', 'title'],
    framing: ['content-length', 'chunked'],
    gzip: isEither,
    connection: ['keep-alive', 'close'],
    delayMs: { none: 0, some: 5 },
    ruleSeparator: { 'comma and space': ', ', comma: ',', 'comma between spaces': ' , ' },
  }),
  recordsExtraFields: factorOf(isEither, (records) => ({ answers: { extraFields: { records } } })),
  errorsExtraFields: factorOf(isEither, (errors) => ({ answers: { extraFields: { errors } } })),
  payloadsExtraFields: factorOf(isEither, (payloads) => ({ answers: { extraFields: { payloads } } })),
  ...factorsOf('requests', {
    numbersAsText: ['refuse-400', 'accept'],
    badTokenStatus: [401, 403, 404],
    lowerCaseBearer: ['refuse', 'accept'],
    missingStatus: [400, 422],
    unknownRecordOnPut: ['after-validation', 'before-validation'],
    fieldWording: {
      sentences: awkwardChoices.requests.fieldWording,
      names: ({ field }) => field,
      codes: ({ field, isMissing }) => `E_${isMissing ? 'MISSING' : 'INVALID'}:${field}`,
    },
  }),
  ...factorsOf(
    'dates',
    {
      fractionDigits: [0, 3, 6, 'varying'],
      slashZone: ['utc', 'brasilia'],
      slashDayAbove12: ['refuse', 'swap'],
    },
    {
      // the scaled wait between creation and change is shorter than a second
      fractionDigits: { 0: { unverified: [{ cause: 'not-observable', rules: ['PAG-10'], extent: 'some' }] } },
    },
  ),
  ...factorsOf('ids', { uuidVersion: [4, 7] }),
  ...factorsOf(
    'lists',
    {
      order: ['shuffled', 'oldest-first', 'newest-first'],
      badPage: ['refuse-400', 'refuse-422', 'clamp'],
      badPageSize: ['refuse-400', 'refuse-422', 'clamp'],
      badUpdatedAt: ['ignore', 'refuse-400', 'refuse-422'],
    },
    {
      badPage: { 'refuse-422': notRefused400, clamp: notRefused400 },
    },
  ),
  ...factorsOf('records', {
    puts: ['partial', 'full'],
    deletion: ['physical', 'logical'],
    resend: ['unchanged', 'updated'],
  }),
  ...factorsOf('customers', { phoneForm: ['as-sent', 'digits'], madeByOrders: isEither }),
  ...factorsOf('products', { withoutProvider: ['own-identity', 'any-provider'] }),
  ...factorsOf('users', { missingOnDelete: ['list', 'text'] }),
  ...factorsOf('orders', {
    processingEntersOnHoldFlow: isEither,
    canceledEntersFlows: isEither,
    awaitingCoupon: ['oldest', 'newest'],
    couponUsed: ['code', 'id', 'object', 'null'],
    flowDelaySeconds: { none: 0, some: 5 },
  }),
  ...factorsOf('coupons', {
    typeWhenAbsent: ['percent', 'fixed_cart'],
    giftback: ['percent', 'share-of-purchase'],
    generatedCodes: ['plain', 'needs-encoding'],
    validAfterManualUse: isEither,
    validAfterExpiry: isEither,
    sameCodeAgain: ['keep-first', 'replace', 'keep-both', 'refuse-422'],
    putUnknownCodeStatus: [404, 422],
    orderWithoutCoupon: ['404', '422', 'null-200'],
    canceledGiftback: ['gone', 'kept-with-deletion-date'],
    cancellationDelaySeconds: { none: 0, some: 10 },
    sharedExternalId: ['number', 'text'],
    sharedByExternalId: ['found', 'not-found'],
  }),
  ...factorsOf('webhooks', {
    secondRegistration: ['replaces', 'updates', 'refuses-422'],
    pendingFollowsRegistration: isEither,
    // twice nine seconds is still within what a profile grants by default
    queueDelaySeconds: { none: 0, one: 1, some: 9 },
    queueJitterShare: { none: 0, 'up to double': 1 },
    backoffJitterShare: { none: 0, 'a quarter': 0.25 },
  }),
  webhookFraming: factorOf(['content-length', 'chunked'] as const, (framing) => ({ webhooks: { framing } })),
  webhookConnection: factorOf(['keep-alive', 'close'] as const, (connection) => ({ webhooks: { connection } })),
  dialect: { plain: { options: { dialect: 'plain' } }, foreign: { options: { dialect: 'foreign' } } },
};
