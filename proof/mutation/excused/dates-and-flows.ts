import { type Excused, equivalent, open, unseen } from '../excuses.ts';
import { processing } from './reasons.ts';

const fractions = 'dates may be returned with fractions of any length';
const codeForm = 'how the platform forms the codes that it makes is open';
const canceled = 'whether canceled orders enter flows is open';

export const datesAndFlows: readonly Excused[] = [
  ...open('dates/instant.ts', [
    [
      `function neededDigits(instant: Instant): 0 | 3 | 6 {
  if (instant % 1_000_000 === 0) return 0;
  return instant % 1_000 === 0 ? 3 : 6;
}`,
      fractions,
    ],
    ["fractionDigits === 'varying'", fractions],
    ['digits === 3', fractions],
    ['digits === 0', fractions],
  ]),
  ...equivalent('dates/instant.ts', [
    [
      `  const remembered = rememberedTexts.get(milliseconds);
  if (remembered !== undefined) return remembered;
  const text = new Date(milliseconds).toISOString();
  if (rememberedTexts.size >= maxRememberedTexts) rememberedTexts.clear();
  rememberedTexts.set(milliseconds, text);`,
      'a text that is remembered is the one that would be written again',
    ],
  ]),
  ...open('dates/read-date-in.ts', [
    ["choices.dates.slashZone === 'utc'", 'the zone of the form with slashes is open'],
  ]),
  ...open('dates/read-date.ts', [
    [
      '/^(\\d{4})-(\\d{2})-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d+))?)?(Z|[+-]\\d{2}:?\\d{2})?)?$/',
      'whether seconds and the colon of the zone may be left out, and whether a comma begins the fraction, is open',
      '/^(\\d{4})-(\\d{2})-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d+))?)(Z|[+-]\\d{2}:?\\d{2})?)?$/',
      '/^(\\d{4})-(\\d{2})-(\\d{2})(?:T(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d+))?)?(Z|[+-]\\d{2}:\\d{2})?)?$/',
    ],
    [
      'hours > 23 || minutes > 59',
      'no zone of the world is that far from UTC: whether such an offset is refused is open',
      'hours >= 23',
      'minutes >= 59',
    ],
    ["month > 12 && reading.slashDayAbove12 === 'swap'", 'what becomes of a first number above 12 is open'],
    ['[month, day] = [day, month]', 'what becomes of a first number above 12 is open'],
    ['reading.slashZone * microsecondsPerMinute', 'the zone of the form with slashes is open'],
  ]),
  ...equivalent('dates/read-date.ts', [
    [
      'date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day',
      'a month that overflows changes month and year, a day that overflows changes day and month: two comparisons see all',
      'true',
      '(date.getUTCFullYear() === year || date.getUTCMonth() === month - 1) && date.getUTCDate() === day',
      'date.getUTCFullYear() === year || date.getUTCMonth() === month - 1',
    ],
    ["reading.slashForm === 'month/day'", "only a defect's policy has the other form", 'true'],
    ['[second, first]', "only a defect's policy has the other form"],
    ["second = '0', fraction = '0'", 'an empty text also counts as 0'],
    [
      'hour === undefined || minute === undefined',
      'the form has both or neither',
      'false',
      'hour === undefined && minute === undefined',
    ],
  ]),
  ...unseen('dates/read-date.ts', [
    [
      "Number(fraction.padEnd(6, '0')) / 10 ** Math.max(0, fraction.length - 6)",
      'distinguishes only fractions of more than six digits, and nothing shows how precisely a date is kept',
      "Number(fraction.padEnd(6, '0')) * 10 ** Math.max(0, fraction.length - 6)",
    ],
  ]),
  ...open('flows/enter-flows.ts', [
    ["via === 'POST' && sentStatus === 'processing'", processing],
    ['wasStoredOtherwise && !choices.orders.processingEntersOnHoldFlow', processing],
    ["order.status === 'canceled' && !choices.orders.canceledEntersFlows", canceled],
    [
      '{ ...unknownCustomer, phone: order.phone }',
      'whether orders make customers is open: where the profile says how a customer is made, every order has one',
    ],
  ]),
  ...equivalent('flows/enter-flows.ts', [
    ['flow.ranForPhones.add(order.phone);', 'where a flow waits for nothing, its step notes the phone at once'],
    ['company.flows.length === 0', 'a company without flows has none that an order could enter', 'false'],
    ['trigger === undefined', 'no flow has undefined for its trigger', 'false'],
    [
      'order.customer ?? ensureCustomer(world, company, { ...unknownCustomer, phone: order.phone }, null)',
      'looking for the customer of the phone finds the one that the order has',
      'order.customer && ensureCustomer(world, company, { ...unknownCustomer, phone: order.phone }, null)',
    ],
  ]),
  ...open('flows/run-coupon-step.ts', [
    [
      "runtime.randomBytes(6).toString('hex').toUpperCase()",
      codeForm,
      "runtime.randomBytes(6).toString('hex').toLowerCase()",
    ],
    ["choices.coupons.generatedCodes === 'plain'", codeForm],
    ["choices.coupons.giftback === 'percent'", 'a giftback may show the percentage, or that share of the purchase'],
    [
      "if (world.choices.coupons.canceledGiftback === 'gone') coupons.remove(earlier);",
      'the lookups of a canceled giftback other than by code are open',
    ],
  ]),
  ...equivalent('flows/run-coupon-step.ts', [
    ["phone: coupon.phone ?? ''", 'a coupon that a flow makes has a phone'],
    [
      'flow.startsAfterDays * microsecondsPerDay;',
      'the flows of the judged targets start at once, after 0 days',
      'base.createdAt - flow.startsAfterDays * microsecondsPerDay',
      'flow.startsAfterDays / microsecondsPerDay',
    ],
    ["coupon.origin === 'giftback'", 'a coupon of another origin is no giftback, so it replaces none', 'true'],
    [
      'flow.ranForPhones.add(customer.phone);',
      'the phone is noted when the order enters: the panel alone runs a flow without one',
      ';',
    ],
    ["'giftback-canceled'", 'only runs of flows notify, whatever another cause is called'],
  ]),
  ...unseen('flows/run-coupon-step.ts', [
    [
      `world.flowRuns.add({
    flowId: flow.id,
    companyId: company.id,
    orderId,
    phone: customer.phone,
    couponId: coupon.id,
    couponCode: coupon.code,
    ranAt: new Date(world.runtime.now()).toISOString(),
  });`,
      'a list for the panel',
    ],
  ]),
];
