import { isObject, type JsonObject } from '../../core/json.ts';
import type { Answer, Handle } from '../../platform/http/call.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  forgetsDeletion,
  readsBodyOtherwise,
  readsOtherwise,
  readsPathOtherwise,
  remembersMissing,
  sentFields,
  showsOtherwise,
  type TimelessWrap,
} from '../broken-handling.ts';
import { type Defect, defectsOf } from '../defect.ts';
import {
  changesKnown,
  findsByOldKey,
  findsNothing,
  forgetsChanges,
  keepsWhatItDeletes,
  misnamesDeleted,
  misnamesUnknown,
  resendChanges,
} from '../records/record-defects.ts';

const createsCustomers = callsTo('POST /customers');
const updatesCustomers = callsTo('PUT /customers/:id');
const byPhone = callsTo('GET /customers/phone/:phone');
const byExternalId = callsTo('GET /customers/external/:externalId');

/** Hides deleted customers only from the lookup by id. */
const hidesDeletedIds = (handle: Handle): Handle => {
  const deletedIds = new Set<string>();
  const isById = callsTo('GET /customers/:id');
  const deletes = callsTo('DELETE /customers/:id');
  return async (call) => {
    const id = call.segments.at(-1) ?? '';
    const isDeleted = deletedIds.has(id) && (isById(call) || deletes(call));
    if (isDeleted) return { status: deletes(call) ? 404 : 422, body: { message: 'Customer not found' } };
    if (!deletes(call)) return handle(call);
    const found = await handle({ ...call, method: 'GET' });
    if (found.status !== 200) return handle(call);
    deletedIds.add(id);
    return { status: 200, body: { result: true } };
  };
};

/** Answers a lookup as at its first time, as long as it finds the customer. */
const showsFirstReading =
  (fits: Fits): TimelessWrap =>
  (handle) => {
    const first = new Map<string, Answer>();
    return async (call) => {
      const answer = await handle(call);
      if (!fits(call) || answer.status !== 200) return answer;
      const key = `${call.headers.authorization} ${call.path}`;
      const shown = first.get(key) ?? answer;
      first.set(key, shown);
      return shown;
    };
  };

/** Finds a customer only by the phone that it was created with. */
const hidesNewPhones: TimelessWrap = (handle) => {
  const posted = new Set<unknown>();
  return (call) => {
    if (createsCustomers(call)) posted.add(sentFields(call).phone);
    const isNew = byPhone(call) && !posted.has(call.segments.at(-1));
    return handle(isNew ? { ...call, segments: ['customers', 'phone', 'nothing'] } : call);
  };
};

const lookupDefects: readonly Defect[] = [
  ...defectsOf({
    'CUST-1': {
      'shows a customer without its id by id': {
        wrap: showsOtherwise(callsTo('GET /customers/:id'), () => ({ id: undefined })),
        also: ['CUST-18', 'PAS-10'],
      },
      'shows a customer without its phone by id': {
        wrap: showsOtherwise(callsTo('GET /customers/:id'), () => ({ phone: null })),
      },
    },
    'CUST-2': {
      'finds no customer by externalId': { ...findsNothing('GET /customers/external/:externalId'), also: ['CUST-5'] },
      'stores the externalId of a customer without leading zeros': {
        wrap: readsBodyOtherwise(createsCustomers, (sent) => ({
          ...sent,
          externalId: /^0\d+$/.test(String(sent.externalId)) ? String(Number(sent.externalId)) : sent.externalId,
        })),
      },
      'answers a list of the customers with an externalId': {
        wrap: answersOtherwise(byExternalId, (answer) =>
          answer.status === 200 ? { ...answer, body: [answer.body] } : answer,
        ),
        also: ['CUST-5', 'CUST-21', 'CUST-22', 'PAS-11'],
      },
    },
    'CUST-3': {
      'finds no customer by phone': { ...findsNothing('GET /customers/phone/:phone'), also: ['CONV-20', 'CONV-42'] },
      'shows a customer without its phone by phone': { wrap: showsOtherwise(byPhone, () => ({ phone: null })) },
      'finds no customer by a phone that was asked for before the customer existed': {
        wrap: remembersMissing('GET /customers/phone/:phone'),
        also: ['CUST-19', 'CONV-92'],
      },
    },
    'CUST-4': {
      'does not store the e-mail of a customer': {
        wrap: readsBodyOtherwise(createsCustomers, (sent) => ({ ...sent, email: undefined })),
        also: ['CUST-14'],
      },
      'stores the last name of a customer in capitals': {
        wrap: readsBodyOtherwise(createsCustomers, (sent) => ({
          ...sent,
          lastName: String(sent.lastName).toUpperCase(),
        })),
      },
    },
    'CUST-5': {
      'decodes an externalId in a path twice': { wrap: readsPathOtherwise(byExternalId, '%41', 'A') },
      'takes a plus in a path for a space': { wrap: readsPathOtherwise(byExternalId, '+', ' ') },
    },
  }),
  ...['phone/:phone', 'external/:externalId'].map(
    (lookup): Defect => ({
      rule: 'CUST-22',
      text: `finds nothing by a key whose plus is not encoded in GET /customers/${lookup}`,
      wrap: readsOtherwise(
        callsTo(`GET /customers/${lookup}`, (call) => call.path.includes('+')),
        (call) => ({ ...call, segments: [...call.segments.slice(0, -1), 'nothing'] }),
      ),
    }),
  ),
];

const changeDefects = defectsOf({
  'CUST-11': {
    'accepts updates of customers and forgets them': { ...forgetsChanges('PUT /customers/:id'), also: ['CONV-86'] },
    'updates only the first name of a customer': {
      wrap: readsBodyOtherwise(updatesCustomers, (sent) => ({ ...sent, lastName: undefined })),
    },
    'still shows a customer by externalId as it was before its update': {
      wrap: showsFirstReading(byExternalId),
      also: ['CUST-19'],
    },
    'still shows a customer by id as it was before its update': {
      wrap: showsFirstReading(callsTo('GET /customers/:id')),
      also: ['CONV-86'],
    },
  },
  'CUST-19': {
    'still finds a customer by a phone that it no longer has': findsByOldKey('GET /customers/phone/:phone'),
    'does not find a customer by the phone that an update gave it': { wrap: hidesNewPhones },
  },
  'CUST-21': {
    'still finds a customer by an externalId that it no longer has': findsByOldKey(
      'GET /customers/external/:externalId',
    ),
  },
  'CUST-12': {
    'confirms the deletion of a customer and keeps it': {
      ...keepsWhatItDeletes('DELETE /customers/:id'),
      also: ['PAG-31'],
    },
    'still finds a deleted customer by phone': { wrap: hidesDeletedIds, also: ['PAG-31'] },
    'has another message for a deleted customer by externalId than for one that never was': misnamesDeleted(
      'GET /customers/external/:externalId',
      { message: 'Customer was deleted' },
    ),
    'accepts the update of a deleted customer': {
      wrap: forgetsDeletion(callsTo('DELETE /customers/:id'), callsTo('PUT /customers/:id'), {}),
    },
    'answers 410 for a customer that was deleted': misnamesDeleted('GET /customers/:id', {
      status: 410,
      message: 'Customer not found',
    }),
  },
  'CUST-15': {
    'deletes the same customer twice': {
      wrap: forgetsDeletion(callsTo('DELETE /customers/:id'), callsTo('DELETE /customers/:id'), { result: true }),
    },
  },
});

/** Creates the customer of a request before it refuses the request. */
const createsCustomerOf =
  (fits: Fits, customerOf: (sent: JsonObject) => unknown): TimelessWrap =>
  (handle) =>
  async (call) => {
    const answer = await handle(call);
    const customer = fits(call) && answer.status >= 400 ? customerOf(sentFields(call)) : undefined;
    if (isObject(customer)) {
      const { phone } = customer;
      await handle({ ...call, segments: ['customers'], path: '/customers', body: JSON.stringify({ phone }) });
    }
    return answer;
  };

const identityDefects = defectsOf({
  'CUST-20': {
    'creates the customer of a coupon that it refuses': {
      wrap: createsCustomerOf(callsTo('POST /coupons'), (sent) => sent),
    },
    'creates the customer of an order that it refuses': {
      wrap: createsCustomerOf(callsTo('POST /orders'), ({ customer }) => customer),
    },
  },
  'CUST-13': {
    'lets a customer that is sent again change the known one': {
      also: ['CUST-16', 'CUST-17'],
      policy: { identity: { resend: { customer: 'updated' } } },
    },
    'makes a second customer of a known phone with another e-mail': {
      policy: { identity: { customer: ({ phone, email }) => `${phone} ${email}` } },
      also: ['COUP-6', 'COUP-38', 'CUST-16', 'CUST-17'],
    },
    'refuses a customer that is sent again': {
      also: ['CUST-16', 'ISO-28'],
      wrap: (handle) => {
        const phones = new Set<string>();
        return async (call) => {
          const [, phone] = /"phone":"([^"]+)"/.exec(call.body) ?? [];
          if (phone === undefined || !createsCustomers(call)) return handle(call);
          if (phones.has(phone)) return { status: 422, body: { message: 'Customer already exists' } };
          phones.add(phone);
          return handle(call);
        };
      },
    },
    'empties the fields of a known customer that a resend does not name': {
      ...changesKnown('customers', 'phone', resendChanges.clears),
      also: ['CUST-17'],
    },
    'takes the address of a known customer from a resend': {
      ...changesKnown('customers', 'phone', ({ address }, known) => ({ address: address ?? known.address })),
      also: ['CUST-17'],
    },
  },
  'CUST-16': {
    'fills the empty fields of a known customer with what a resend names': {
      ...changesKnown('customers', 'phone', resendChanges.fills),
      also: ['CUST-17'],
    },
  },
  'CUST-17': {
    'moves the updatedAt of a customer that is sent again': changesKnown('customers', 'phone', resendChanges.touches),
  },
  'CUST-14': {
    'knows customers by their e-mail': {
      policy: { identity: { customer: ({ email, phone }) => email || phone } },
      also: ['CUST-16', 'CUST-17', 'CUST-13', 'COUP-6', 'COUP-38'],
    },
  },
});

export const customersDefects: readonly Defect[] = [
  ...lookupDefects,
  ...misnamesUnknown('CUST-6', 'GET /customers/:id', { status: 404, message: 'Cliente não encontrado' }),
  ...misnamesUnknown('CUST-7', 'GET /customers/external/:externalId', { status: 404, message: 'Not Found' }),
  ...misnamesUnknown('CUST-8', 'GET /customers/phone/:phone', { status: 404, message: 'Customer not found.' }),
  ...misnamesUnknown('CUST-9', 'PUT /customers/:id', { status: 422, message: 'Cliente não encontrado' }),
  ...misnamesUnknown('CUST-10', 'DELETE /customers/:id', { status: 422, message: 'customer not found' }),
  ...changeDefects,
  ...identityDefects,
];
