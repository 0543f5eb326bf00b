import { type NotificationFacts, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../broken-handling.ts';
import type { Defect, PlatformChange } from '../defect.ts';

type Webhooks = NonNullable<NonNullable<PlatformChange['policy']>['webhooks']>;

const n = 19;

/** Returns a function that returns true once in N calls. */
const everyNth = (): (() => boolean) => {
  let times = 0;
  return () => ++times % n === 0;
};

/** Changes one notification in N, which a check that looks at a single one would miss. */
const sometimes = (change: (isNth: () => boolean) => Webhooks): PlatformChange => ({
  policy: { webhooks: change(everyNth()) },
});

const otherPayload = (change: (facts: NotificationFacts) => object): PlatformChange =>
  sometimes((isNth) => ({
    payload: (facts) => ({ ...webhooksPolicy.payload(facts), ...(isNth() ? change(facts) : {}) }),
  }));

const nth = `one notification in ${n}`;

export const arrivedDefects: readonly Defect[] = [
  {
    rule: 'PAS-21',
    text: `loses ${nth}`,
    ...sometimes((isNth) => ({ isSent: (cause) => webhooksPolicy.isSent(cause) && !isNth() })),
  },
  {
    rule: 'PAS-21',
    text: 'writes the code in small letters in the notifications of one coupon in 7',
    policy: {
      webhooks: {
        payload: (facts) => ({
          ...webhooksPolicy.payload(facts),
          // depends on the coupon, so that a retry has the same fault
          ...(Number.parseInt(facts.couponId.slice(0, 8), 16) % 7 === 0 ? { code: facts.code.toLowerCase() } : {}),
        }),
      },
    },
    also: ['PAS-26'],
  },
  {
    rule: 'PAS-22',
    text: `sends ${nth} again after it was accepted`,
    ...sometimes((isNth) => ({ isSuccess: (outcome) => webhooksPolicy.isSuccess(outcome) && !isNth() })),
  },
  {
    rule: 'PAS-23',
    text: `sends ${nth} without the bearer token`,
    ...sometimes((isNth) => ({
      authorization: (facts) => (isNth() ? undefined : webhooksPolicy.authorization(facts)),
    })),
  },
  {
    rule: 'PAS-24',
    text: `names another company in ${nth}`,
    ...otherPayload(({ companyId }) => ({ companyId: derivedUuid('other', companyId) })),
  },
  {
    rule: 'PAS-25',
    text: `sends the order's id for the coupon's in ${nth}`,
    ...otherPayload(({ orderId }) => ({ id: orderId })),
  },
  {
    rule: 'PAS-25',
    text: `names no order in ${nth}`,
    ...otherPayload(() => ({ orderId: null })),
  },
  {
    rule: 'PAS-26',
    text: `names a code that no coupon has in ${nth}`,
    ...otherPayload(({ couponId }) => ({ code: derivedUuid('code', couponId) })),
    also: ['PAS-21'],
  },
  {
    rule: 'PAS-15',
    text: `calls the JSON of ${nth} plain text`,
    ...sometimes((isNth) => ({
      get contentType() {
        return isNth() ? 'text/plain' : webhooksPolicy.contentType;
      },
    })),
  },
  {
    rule: 'PAS-16',
    text: `leaves the company out of ${nth}`,
    ...otherPayload(() => ({ companyId: undefined })),
    also: ['PAS-24'],
  },
  { rule: 'PAS-17', text: `puts the coupon's value into ${nth}`, ...otherPayload(() => ({ amount: 10 })) },
];
