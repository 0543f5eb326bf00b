import type { DeclaredFlow } from '../../fixtures/profile/schema.ts';
import type { CompanySeed } from '../found-company.ts';

const giftback = { kind: 'giftback', percent: 10 } as const;
const smallGiftback = { kind: 'giftback', percent: 4 } as const;
const percentCoupon = { kind: 'coupon', discount: 'percent', amount: 15 } as const;
const fixedCoupon = { kind: 'coupon', discount: 'fixed', amount: 25.5 } as const;

const changing: DeclaredFlow[] = [{ trigger: 'completed', step: giftback, runMode: 'once-per-order', active: true }];

/** One company for each kind of flow, and three whose registrations may change during a run. */
export const flowsByCompany: Readonly<Record<string, DeclaredFlow[]>> = {
  main: [
    { trigger: 'completed', step: giftback, runMode: 'once-per-order', active: true },
    { trigger: 'on-hold', step: fixedCoupon, runMode: 'once-per-order', active: false },
  ],
  second: [
    {
      trigger: 'completed',
      step: percentCoupon,
      runMode: 'once-per-customer',
      active: true,
      minPurchaseValue: 50,
      acumulative: true,
      validDays: 10,
      startsAfterDays: 0,
    },
  ],
  third: [
    { trigger: 'completed', step: fixedCoupon, runMode: 'once-per-order', active: true, acumulative: false },
    { trigger: 'on-hold', step: percentCoupon, runMode: 'once-per-order', active: true },
  ],
  // two flows make giftbacks for the same phone
  fourth: [
    { trigger: 'completed', step: giftback, runMode: 'once-per-order', active: true },
    { trigger: 'on-hold', step: smallGiftback, runMode: 'once-per-order', active: true },
  ],
  fifth: [
    { trigger: 'completed', step: giftback, runMode: 'once-per-order', active: true },
    { trigger: 'on-hold', step: fixedCoupon, runMode: 'once-per-order', active: true },
  ],
  sixth: [{ trigger: 'delivered', step: fixedCoupon, runMode: 'once-per-order', active: true }],
  registering: changing,
  registering2: changing,
  registering3: changing,
};

/** Checks delete users, and a failure is confirmed with new ones. */
const disposableUsers = 12;

const userNames = ['known', ...Array.from({ length: disposableUsers }, (_, index) => `disposable-${index + 1}`)];

/** The companies of the embedded platform. The first has a history, which rules about the time of day need. */
export const companySeeds: CompanySeed[] = Object.entries(flowsByCompany).map(([name, flows]) => ({
  name,
  flows,
  history: name === 'main' ? 'seeded' : 'none',
  users: userNames.map((user) => ({ email: `${user}@${name}.example` })),
}));
