import { isObject, type JsonObject } from '../../core/json.ts';
import { callsTo, readsBodyOtherwise, sentFields, showsOtherwise, withFields } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';
import { findsNothing } from '../records/record-defects.ts';

const registers = callsTo('POST /coupons');
const byCode = 'GET /coupons/code/:code';
const byId = 'GET /coupons/:id';
const byExternalId = 'GET /coupons/external/:externalId';

/** Changes fields of the coupon that one lookup returns. */
const showing = (route: string, change: (coupon: JsonObject) => JsonObject): PlatformChange => ({
  wrap: showsOtherwise(callsTo(route), change),
});

const ofCustomer =
  (change: JsonObject) =>
  ({ customer }: JsonObject): JsonObject => ({
    customer: isObject(customer) ? { ...customer, ...change } : customer,
  });

export const shapeDefects = defectsOf({
  'COUP-1': {
    'finds no coupon by code': {
      ...findsNothing(byCode),
      also: [
        'SHARED-2',
        'SHARED-8',
        'CONV-48',
        'DLV-3',
        'FLOW-6',
        'FLOW-7',
        'FLOW-20',
        'FLOW-21',
        'FLOW-22',
        'FLOW-24',
        'FLOW-27',
        'FLOW-33',
        'FLOW-34',
        'FLOW-35',
        'FLOW-36',
        'PAS-26',
      ],
    },
    'keeps the codes of coupons in capitals': {
      wrap: readsBodyOtherwise(registers, (sent) => ({ ...sent, code: sent.code && String(sent.code).toUpperCase() })),
    },
    'shows the code of a coupon in capitals when it is read by code': {
      ...showing(byCode, ({ code }) => ({ code: String(code).toUpperCase() })),
      also: [
        'COUP-42',
        'SHARED-9',
        'COUP-26',
        'SHARED-2',
        'SHARED-8',
        'ISO-31',
        'FLOW-25',
        'FLOW-26',
        'CONV-56',
        'COUP-9',
        'COUP-10',
        'COUP-32',
        'COUP-33',
      ],
    },
  },
  'COUP-2': {
    'finds no coupon by id': { ...findsNothing(byId), also: ['AUTH-15', 'FLOW-20'] },
    'finds no coupon by externalId': { ...findsNothing(byExternalId), also: ['FLOW-20'] },
    'shows another id of a coupon by externalId': {
      ...showing(byExternalId, () => ({ id: '0b9f7f8e-7a51-4d0e-9d0c-2a1b3c4d5e6f' })),
      also: ['COUP-40', 'COUP-22', 'COUP-23', 'COUP-25', 'FLOW-20'],
    },
  },
  'COUP-3': {
    'shows amounts as texts when a coupon is read by code': {
      ...showing(byCode, ({ amount }) => ({ amount: String(amount) })),
      also: ['COUP-9', 'COUP-10', 'FLOW-20', 'PAS-13'],
    },
    'spells acumulative with two c when a coupon is read by code': {
      ...showing(byCode, ({ acumulative }) => ({ acumulative: undefined, accumulative: acumulative })),
      also: ['FLOW-20', 'PAS-13'],
    },
    'shows the start of a coupon in Brasília time when it is read by code': {
      ...showing(byCode, ({ startDate }) => ({ startDate: String(startDate).replace(/(\.\d+)?Z$/, '-03:00') })),
      also: ['DATE-11', 'PAS-9', 'PAS-13'],
    },
  },
  'COUP-4': {
    'shows isValid as a number when a coupon is read by id': {
      ...showing(byId, ({ isValid }) => ({ isValid: Number(isValid) })),
      also: ['FLOW-20', 'PAS-13'],
    },
    'shows the customer by its id alone when a coupon is read by id': showing(byId, ({ customer }) => ({
      customer: isObject(customer) ? customer.id : customer,
    })),
  },
  'COUP-5': {
    'shows no minimum purchase when a coupon is read by externalId': {
      ...showing(byExternalId, () => ({ minPurchaseValue: undefined })),
      also: ['FLOW-20', 'PAS-13', 'PAS-19'],
    },
    'calls the type percentage when a coupon is read by externalId': {
      ...showing(byExternalId, () => ({ type: 'percentage' })),
      also: ['FLOW-20', 'PAS-13'],
    },
  },
  'COUP-6': {
    'links coupons to another customer': showing(byCode, ofCustomer({ id: '0b9f7f8e-7a51-4d0e-9d0c-2a1b3c4d5e6f' })),
    'shows no e-mail of a customer': { ...showing(byCode, ofCustomer({ email: null })), also: ['COUP-38', 'PAS-19'] },
    'shows no phone of a customer': showing(byCode, ofCustomer({ phone: '' })),
  },
  'COUP-38': {
    "shows a coupon without its customer's externalId": showing(byCode, ofCustomer({ externalId: '' })),
    "takes the first name of a coupon's customer for the last": showing(byCode, ({ customer }) => ({
      customer: isObject(customer) ? { ...customer, lastName: customer.firstName } : customer,
    })),
  },
  'COUP-47': {
    'registers a coupon as used if the request says so': {
      wrap: (handle) => async (call) => {
        const answer = await handle(call);
        const { code, used } = registers(call) ? sentFields(call) : {};
        if (used === true) {
          const segments = ['coupons', 'code', String(code)];
          await handle({ ...call, method: 'PUT', segments, body: JSON.stringify({ used }) });
        }
        return answer;
      },
    },
    'shows a coupon as valid or not as its registration said': {
      wrap: (handle) => {
        const said = new Map<unknown, boolean>();
        return async (call) => {
          const { code, isValid } = registers(call) ? sentFields(call) : {};
          if (typeof isValid === 'boolean') said.set(code, isValid);
          const answer = await handle(call);
          const shown = said.get(call.segments.at(-1));
          return callsTo(byCode)(call) && answer.status === 200 && shown !== undefined
            ? withFields(answer, { isValid: shown })
            : answer;
        };
      },
    },
  },
  'COUP-7': {
    'shows every coupon as used': {
      ...showing(byCode, () => ({ used: true })),
      also: ['COUP-34', 'COUP-35', 'COUP-36', 'ISO-34', 'ISO-35', 'ISO-36', 'FLOW-20', 'FLOW-22', 'COUP-48'],
    },
  },
  'COUP-8': {
    'has no valid coupon': { policy: { coupons: { isValid: () => false } }, also: ['FLOW-30'] },
    'has valid coupons only once they are used': {
      policy: { coupons: { isValid: ({ isUsedInOrder }) => isUsedInOrder } },
      also: [
        'ORD-39',
        'ORD-40',
        'ORD-41',
        'ORD-42',
        'ORD-26',
        'ORD-27',
        'ORD-28',
        'ORD-29',
        'FLOW-30',
        'FLOW-35',
        'FLOW-36',
      ],
    },
  },
});
