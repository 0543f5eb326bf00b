import { isObject, type JsonObject } from '../../core/json.ts';
import { callsTo, readsBodyOtherwise, sentFields, showsOtherwise, withFields } from '../broken-handling.ts';
import type { Defect, PlatformChange } from '../defect.ts';
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

export const shapeDefects: readonly Defect[] = [
  {
    rule: 'COUP-1',
    text: 'finds no coupon by code',
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
  {
    rule: 'COUP-1',
    text: 'keeps the codes of coupons in capitals',
    wrap: readsBodyOtherwise(registers, (sent) => ({ ...sent, code: sent.code && String(sent.code).toUpperCase() })),
  },
  {
    rule: 'COUP-1',
    text: 'shows the code of a coupon in capitals when it is read by code',
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
  { rule: 'COUP-2', text: 'finds no coupon by id', ...findsNothing(byId), also: ['AUTH-15', 'FLOW-20'] },
  { rule: 'COUP-2', text: 'finds no coupon by externalId', ...findsNothing(byExternalId), also: ['FLOW-20'] },
  {
    rule: 'COUP-2',
    text: 'shows another id of a coupon by externalId',
    ...showing(byExternalId, () => ({ id: '0b9f7f8e-7a51-4d0e-9d0c-2a1b3c4d5e6f' })),
    also: ['COUP-40', 'COUP-22', 'COUP-23', 'COUP-25', 'FLOW-20'],
  },
  {
    rule: 'COUP-3',
    text: 'shows amounts as texts when a coupon is read by code',
    ...showing(byCode, ({ amount }) => ({ amount: String(amount) })),
    also: ['COUP-9', 'COUP-10', 'FLOW-20', 'PAS-13'],
  },
  {
    rule: 'COUP-3',
    text: 'spells acumulative with two c when a coupon is read by code',
    ...showing(byCode, ({ acumulative }) => ({ acumulative: undefined, accumulative: acumulative })),
    also: ['FLOW-20', 'PAS-13'],
  },
  {
    rule: 'COUP-3',
    text: 'shows the start of a coupon in Brasília time when it is read by code',
    ...showing(byCode, ({ startDate }) => ({ startDate: String(startDate).replace(/(\.\d+)?Z$/, '-03:00') })),
    also: ['DATE-11', 'PAS-9', 'PAS-13'],
  },
  {
    rule: 'COUP-4',
    text: 'shows isValid as a number when a coupon is read by id',
    ...showing(byId, ({ isValid }) => ({ isValid: Number(isValid) })),
    also: ['FLOW-20', 'PAS-13'],
  },
  {
    rule: 'COUP-4',
    text: 'shows the customer by its id alone when a coupon is read by id',
    ...showing(byId, ({ customer }) => ({ customer: isObject(customer) ? customer.id : customer })),
  },
  {
    rule: 'COUP-5',
    text: 'shows no minimum purchase when a coupon is read by externalId',
    ...showing(byExternalId, () => ({ minPurchaseValue: undefined })),
    also: ['FLOW-20', 'PAS-13', 'PAS-19'],
  },
  {
    rule: 'COUP-5',
    text: 'calls the type percentage when a coupon is read by externalId',
    ...showing(byExternalId, () => ({ type: 'percentage' })),
    also: ['FLOW-20', 'PAS-13'],
  },
  {
    rule: 'COUP-6',
    text: 'links coupons to another customer',
    ...showing(byCode, ofCustomer({ id: '0b9f7f8e-7a51-4d0e-9d0c-2a1b3c4d5e6f' })),
  },
  {
    rule: 'COUP-6',
    text: 'shows no e-mail of a customer',
    ...showing(byCode, ofCustomer({ email: null })),
    also: ['COUP-38', 'PAS-19'],
  },
  { rule: 'COUP-6', text: 'shows no phone of a customer', ...showing(byCode, ofCustomer({ phone: '' })) },
  {
    rule: 'COUP-38',
    text: "shows a coupon without its customer's externalId",
    ...showing(byCode, ofCustomer({ externalId: '' })),
  },
  {
    rule: 'COUP-38',
    text: "takes the first name of a coupon's customer for the last",
    ...showing(byCode, ({ customer }) => ({
      customer: isObject(customer) ? { ...customer, lastName: customer.firstName } : customer,
    })),
  },
  {
    rule: 'COUP-47',
    text: 'registers a coupon as used if the request says so',
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
  {
    rule: 'COUP-47',
    text: 'shows a coupon as valid or not as its registration said',
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
  {
    rule: 'COUP-7',
    text: 'shows every coupon as used',
    ...showing(byCode, () => ({ used: true })),
    also: ['COUP-34', 'COUP-35', 'COUP-36', 'ISO-34', 'ISO-35', 'ISO-36', 'FLOW-20', 'FLOW-22'],
  },
  {
    rule: 'COUP-8',
    text: 'has no valid coupon',
    policy: { coupons: { isValid: () => false } },
    also: ['FLOW-30'],
  },
  {
    rule: 'COUP-8',
    text: 'has valid coupons only once they are used',
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
];
