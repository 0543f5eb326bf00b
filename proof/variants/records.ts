import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Call } from '../../platform/http/call.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import { inNationalForm, rewriting, showingObjects, showingPhones, showingRecords } from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

const conventions = 'Resources and their fields › Common conventions';
const notShown = 'Resources and their fields › Fields not shown';
const dated = ['id', 'externalId', 'createdAt', 'updatedAt'];

/** The fields that the document names, by resource. */
const namedFields: Readonly<Record<string, readonly string[]>> = {
  customers: [...dated, 'firstName', 'lastName', 'phone', 'email'],
  products: [...dated, 'name', 'provider'],
  orders: [...dated, 'status', 'couponCode', 'couponUsed', 'lineItems'],
  'abandoned-carts': dated,
  stores: dated,
  users: ['id', 'email', 'createdAt', 'updatedAt'],
};

/** Resources without a documented body. */
const openBodies = ['customers', 'products', 'abandoned-carts', 'stores', 'users'];

const onlyNamed = (record: JsonObject, { segments: [resource = ''] }: Call): JsonObject => {
  const named = namedFields[resource];
  return named ? Object.fromEntries(Object.entries(record).filter(([name]) => named.includes(name))) : record;
};

const answeringConfig = (body: unknown) =>
  rewriting((answer, { path }) => (path === '/coupons-config' && answer.status === 200 ? { ...answer, body } : answer));

const answeringConfigInTurn: Wrap = (handle, runtime) => {
  let readings = 0;
  return rewriting((answer, { path }) => {
    if (path !== '/coupons-config' || !isObject(answer.body)) return answer;
    readings += 1;
    const parameters = Object.entries({ ...answer.body, readAt: runtime.now() });
    return { ...answer, body: Object.fromEntries(readings % 2 === 0 ? parameters.reverse() : parameters) };
  })(handle, runtime);
};

const namesInCapitals = ({ firstName, lastName }: Record<string, unknown>): Record<string, unknown> => ({
  ...(typeof firstName === 'string' ? { firstName: firstName.toUpperCase() } : {}),
  ...(typeof lastName === 'string' ? { lastName: lastName.toUpperCase() } : {}),
});

const deletingAgain: Wrap = (handle, runtime) => {
  const deleted = new Set<string>();
  return rewriting((answer, { method, path, segments }) => {
    if (method !== 'DELETE') return answer;
    if (answer.status === 200) deleted.add(path);
    const isMissing = answer.status === 404 || answer.status === 400;
    if (!isMissing || !deleted.has(path)) return answer;
    return { status: 200, body: segments[0] === 'users' ? undefined : { result: true } };
  })(handle, runtime);
};

export const records: readonly Variant[] = [
  {
    name: 'puts-full',
    text: 'requires the whole record in a PUT and resets what is left out',
    open: 'Whether a PUT replaces a record or only what it names is not said',
    source: 'Endpoints › Endpoints table',
    options: { choices: { records: { puts: 'full' } } },
  },
  {
    name: 'deletion-logical',
    text: 'brings a deleted record back under its old id when it is posted again',
    open: 'A record is deleted: whether its id may come back is not said',
    source: 'Endpoints › Endpoints table',
    options: { choices: { records: { deletion: 'logical' } } },
  },
  {
    name: 'resend-updates',
    text: 'changes a store, a cart or an order that is posted again under its externalId',
    open: 'Without externalId, every POST makes a record; the document does not say what a known one does',
    source: conventions,
    options: { choices: { records: { resend: 'updated' } } },
  },
  {
    name: 'phones-as-sent',
    text: 'keeps phones as they were sent, signs included',
    open: 'The document does not state in what form a phone is kept',
    source: notShown,
    options: { choices: { customers: { phoneForm: 'as-sent' } } },
  },
  {
    name: 'phones-national',
    text: 'shows phones in the form of the country, with signs and without its number',
    open: 'The document does not state in what form a phone is shown',
    source: notShown,
    options: {
      wrap: showingPhones(inNationalForm),
    },
  },
  {
    name: 'emails-unique',
    text: 'refuses a customer whose e-mail another has',
    open: 'A customer is known by its phone: whether two may have one e-mail is not said',
    source: conventions,
    options: {
      wrap: (handle) => {
        const phonesByEmail = new Map<unknown, unknown>();
        return (call) => {
          const { email, phone } = sentFields(call);
          if (!callsTo('POST /customers')(call) || typeof email !== 'string') return handle(call);
          const owner = phonesByEmail.get(email) ?? phone;
          if (owner !== phone) return { status: 422, body: { message: 'E-mail already in use' } };
          phonesByEmail.set(email, phone);
          return handle(call);
        };
      },
    },
    unverified: [{ cause: 'not-reached', rules: ['CUST-14'] }],
  },
  {
    name: 'lists-brief',
    text: 'lists of its records no more than their ids and dates',
    open: 'A list holds records: how much of each it shows is not said',
    source: 'Endpoints › Paginated lists',
    options: {
      wrap: rewriting((answer) => {
        const { body } = answer;
        if (!isObject(body) || !Array.isArray(body.data)) return answer;
        const data = body.data.map(({ id, createdAt, updatedAt }) => ({ id, createdAt, updatedAt }));
        return { ...answer, body: { ...body, data } };
      }),
    },
    // an id does not show whether two records came from two POSTs
    unverified: [
      { cause: 'not-observable', rules: ['ORD-16', 'CART-3', 'STORE-3'] },
      { cause: 'not-observable', rules: ['LAW-34'], extent: 'some' },
    ],
  },
  {
    name: 'orders-make-no-customers',
    text: 'makes no customer of what an order names',
    open: 'An order names a customer with phone and address; whether that makes a record is not said',
    source: 'Resources and their fields › Order fields known',
    options: { choices: { customers: { madeByOrders: false } } },
  },
  {
    name: 'product-of-any-provider',
    text: 'treats a product without provider as the one of that name with any provider',
    open: 'The name identifies, and the provider where it is sent',
    source: conventions,
    options: { choices: { products: { withoutProvider: 'any-provider' } } },
  },
  {
    name: 'unknown-user-text',
    text: 'answers the deletion of an unknown user with a text',
    open: 'For this 400 a text is given, while the message of a 400 is a list',
    source: 'Errors',
    options: { choices: { users: { missingOnDelete: 'text' } } },
  },
  {
    name: 'named-fields-only',
    text: 'shows only those fields of its records that the document names',
    open: 'Which further fields records have is not shown',
    source: notShown,
    options: {
      choices: { answers: { extraFields: { records: false } } },
      wrap: showingRecords(() => true, onlyNamed),
    },
    // these fields do not show which company has a store or a cart, or that it was changed
    unverified: [
      { cause: 'not-observable', rules: ['ISO-19', 'STORE-3', 'CART-3'] },
      { cause: 'not-observable', rules: ['LAW-34'], extent: 'some' },
    ],
  },
  {
    name: 'records-in-envelopes',
    text: 'puts a customer, product, cart, store or user that it shows under a field of the answer',
    open: 'The bodies of these routes are not shown',
    source: 'Endpoints › Endpoints table',
    options: {
      wrap: rewriting((answer, { method, segments: [resource = '', ...key] }) =>
        answer.status === 200 && method === 'GET' && key.length > 0 && openBodies.includes(resource)
          ? { ...answer, body: { success: true, record: answer.body } }
          : answer,
      ),
    },
    // without its id, a record can be neither changed nor compared
    unverified: [
      {
        cause: 'not-reached',
        needs: [
          ...(['create customers', 'create products', 'create stores', 'create carts'] as const),
          ...(['known user', 'spare disposable user'] as const),
        ],
        extent: 'some',
      },
      {
        cause: 'not-observable',
        needs: ['create customers', 'create products', 'create stores', 'known user'],
        extent: 'some',
      },
      // these try every route
      {
        cause: 'not-reached',
        rules: [
          'AUTH-6',
          'AUTH-13',
          'AUTH-14',
          'PAG-30',
          'PAG-31',
          'PAG-32',
          'CONV-86',
          'CONV-91',
          'CONV-93',
          'ISO-31',
        ],
      },
      { cause: 'not-observable', rules: ['CONV-92'] },
      // depends on the kinds of records that a property draws
      { cause: 'not-reached', rules: ['LAW-'], extent: 'some' },
      { cause: 'not-observable', rules: ['LAW-'], extent: 'some' },
    ],
  },
  ...leftOpen('The fields of the coupons configuration are not shown', notShown, [
    {
      name: 'config-in-days',
      text: 'shows the validity of giftbacks in days, under the names that coupons have for dates',
      options: {
        wrap: rewriting((answer, { path }) =>
          path === '/coupons-config' && answer.status === 200
            ? { ...answer, body: { giftback: { amount: '10', startDate: 0, expiryDate: 30, createdAt: false } } }
            : answer,
        ),
      },
    },
    {
      name: 'config-in-turn',
      text: 'answers the coupons configuration with its parameters in turn in two orders, and with the moment of the reading',
      options: { wrap: answeringConfigInTurn },
    },
    {
      name: 'config-empty',
      text: 'answers the coupons configuration with an empty object',
      options: { wrap: answeringConfig({}) },
      unverified: [{ cause: 'not-observable', rules: ['AUTH-17'] }],
    },
    {
      name: 'config-list',
      text: 'answers the coupons configuration with a list of parameters',
      options: { wrap: answeringConfig([{ name: 'giftback', value: 10 }]) },
    },
  ]),
  {
    name: 'names-in-capitals',
    text: 'has the names of its customers in capitals',
    open: 'A customer is identified by its phone: in what form its names are kept is not said',
    source: notShown,
    options: {
      wrap: showingObjects((object) => ({ ...object, ...namesInCapitals(object) })),
    },
    // the names do not show whether another company changed a customer
    unverified: [{ cause: 'not-observable', rules: ['ISO-16'] }],
    warns: ['CUST-4'],
  },
  {
    name: 'deletion-again',
    text: 'answers a repeated deletion like the first one',
    open: 'A missing record is answered with 404: whether a deleted one counts as missing is not said',
    source: conventions,
    options: { wrap: deletingAgain },
    warns: ['CUST-15', 'ORD-38', 'HOOK-16', 'PROD-12', 'USER-8', 'LAW-60'],
  },
];
