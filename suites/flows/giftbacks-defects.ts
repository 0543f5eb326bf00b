import { answersOtherwise, callsTo, sentFields, withFields } from '../broken-handling.ts';
import type { Defect } from '../defect.ts';
import { isObject } from '../json.ts';
import { cancelling, couponIn, digitsOf, isLookup, isMadeBy, phoneOf } from './broken-coupons.ts';

export const giftbacksDefects: readonly Defect[] = [
  {
    rule: 'FLOW-21',
    text: 'cancels no giftback',
    options: { policy: { giftbacks: { isSuperseded: () => false } } },
    also: ['FLOW-22'],
  },
  {
    rule: 'FLOW-21',
    text: 'answers 404 for a cancelled giftback with another message',
    options: {
      wrap: answersOtherwise(
        (call) => callsTo('GET /coupons/code/:code')(call) && String(call.segments[2]).startsWith('GIFT'),
        (answer) => (answer.status === 404 ? withFields(answer, { message: 'Coupon cancelled' }) : answer),
      ),
    },
  },
  {
    rule: 'FLOW-22',
    text: "cancels a phone's giftback only the first time",
    options: {
      policy: {
        giftbacks: {
          isSuperseded: (() => {
            const phones = new Set<string>();
            return ({ phone, isUsed }) => {
              if (isUsed || phones.has(phone)) return false;
              phones.add(phone);
              return true;
            };
          })(),
        },
      },
    },
  },
  {
    rule: 'FLOW-23',
    text: 'cancels used giftbacks too',
    options: { policy: { giftbacks: { isSuperseded: () => true } } },
  },
  {
    rule: 'FLOW-23',
    text: 'makes a used giftback usable again when the phone gets a new one',
    options: {
      wrap: (handle) => {
        const given = new Map<string, number>();
        return async (call) => {
          const answer = await handle(call);
          const coupon = couponIn(answer);
          if (!coupon || !isMadeBy('giftback', coupon)) return answer;
          const phone = phoneOf(coupon);
          if (callsTo('GET /coupons/order/:orderId')(call)) given.set(phone, (given.get(phone) ?? 0) + 1);
          return isLookup(call) && (given.get(phone) ?? 0) > 1 ? withFields(answer, { used: false }) : answer;
        };
      },
    },
  },
  {
    rule: 'FLOW-24',
    text: 'tells phones apart by all but their last digit',
    options: { policy: { giftbacks: { key: ({ companyId, phone }) => `${companyId} ${phone.slice(0, -1)}` } } },
  },
  {
    rule: 'FLOW-25',
    text: 'cancels the giftback of a phone for which a coupon is registered',
    options: {
      wrap: cancelling((call, answer, cancel) => {
        if (answer.status !== 200 || !callsTo('POST /coupons')(call)) return;
        const registeredFor = digitsOf(sentFields(call).phone);
        cancel(({ code, phone }) => code.startsWith('GIFT') && phone === registeredFor);
      }),
    },
  },
  {
    rule: 'FLOW-25',
    text: 'cancels the registered coupons of a phone that gets a giftback',
    options: {
      wrap: cancelling((call, answer, cancel) => {
        const made = callsTo('GET /coupons/order/:orderId')(call) ? couponIn(answer) : undefined;
        if (made && isMadeBy('giftback', made))
          cancel(({ code, phone }) => !code.startsWith('GIFT') && phone === phoneOf(made));
      }),
    },
  },
  {
    rule: 'FLOW-26',
    text: "cancels a company's giftbacks when a shared coupon is registered",
    options: {
      wrap: cancelling((call, answer, cancel) => {
        if (answer.status === 200 && callsTo('POST /coupons/shared')(call))
          cancel(({ code }) => code.startsWith('GIFT'));
      }),
    },
    // whose giftback was there when another rule registered a shared coupon
    also: ['FLOW-6', 'FLOW-7', 'FLOW-20', 'FLOW-22', 'FLOW-23', 'FLOW-24', 'FLOW-25', 'DLV-3'],
  },
  {
    rule: 'FLOW-27',
    text: 'keeps only the newest coupon of a customer, whatever step made it',
    options: {
      wrap: cancelling((call, answer, cancel) => {
        const newest = callsTo('GET /coupons/order/:orderId')(call) ? couponIn(answer) : undefined;
        if (newest)
          cancel(({ code, phone }) => code.startsWith('CUPOM') && code !== newest.code && phone === phoneOf(newest));
      }),
    },
  },
  {
    rule: 'FLOW-28',
    text: "hands a phone's first giftback to its later orders",
    options: {
      wrap: (handle) => {
        const firstCodes = new Map<string, unknown>();
        return async (call) => {
          const answer = await handle(call);
          const coupon = couponIn(answer);
          if (coupon && isMadeBy('giftback', coupon) && !firstCodes.has(phoneOf(coupon)))
            firstCodes.set(phoneOf(coupon), coupon.code);
          if (!callsTo('GET /orders/external/:externalId')(call)) return answer;
          const couponCode = firstCodes.get(phoneOf({ ...(isObject(answer.body) ? answer.body : {}) }));
          return couponCode === undefined ? answer : withFields(answer, { couponCode });
        };
      },
    },
  },
];
