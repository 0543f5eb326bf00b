import { type NotificationFacts, webhooksPolicy } from '../../platform/policy/webhooks.ts';
import { derivedUuid } from '../broken-handling.ts';
import { defectsOf, type PlatformChange } from '../defect.ts';

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

export const arrivedDefects = defectsOf({
  'PAS-21': {
    [`loses ${nth}`]: sometimes((isNth) => ({ isSent: (cause) => webhooksPolicy.isSent(cause) && !isNth() })),
    'writes the code in small letters in the notifications of one coupon in 7': {
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
  },
  'PAS-22': {
    [`sends ${nth} again after it was accepted`]: sometimes((isNth) => ({
      isSuccess: (outcome) => webhooksPolicy.isSuccess(outcome) && !isNth(),
    })),
  },
  'PAS-23': {
    [`sends ${nth} without the bearer token`]: sometimes((isNth) => ({
      authorization: (facts) => (isNth() ? undefined : webhooksPolicy.authorization(facts)),
    })),
  },
  'PAS-24': {
    [`names another company in ${nth}`]: otherPayload(({ companyId }) => ({
      companyId: derivedUuid('other', companyId),
    })),
  },
  'PAS-25': {
    [`sends the order's id for the coupon's in ${nth}`]: otherPayload(({ orderId }) => ({ id: orderId })),
    [`names no order in ${nth}`]: otherPayload(() => ({ orderId: null })),
  },
  'PAS-26': {
    [`names a code that no coupon has in ${nth}`]: {
      ...otherPayload(({ couponId }) => ({ code: derivedUuid('code', couponId) })),
      also: ['PAS-21'],
    },
  },
  'PAS-15': {
    [`calls the JSON of ${nth} plain text`]: sometimes((isNth) => ({
      get contentType() {
        return isNth() ? 'text/plain' : webhooksPolicy.contentType;
      },
    })),
  },
  'PAS-16': {
    [`leaves the company out of ${nth}`]: { ...otherPayload(() => ({ companyId: undefined })), also: ['PAS-24'] },
  },
  'PAS-17': { [`puts the coupon's value into ${nth}`]: otherPayload(() => ({ amount: 10 })) },
});
