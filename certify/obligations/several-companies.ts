import { byOwner, isOfSecond } from './companies.ts';
import { ofCall } from './model/observation.ts';
import type { Obligation } from './obligation.ts';

export const severalCompanies: readonly Obligation[] = [
  {
    id: 'PART-180',
    text: 'An order, a cart or a coupon of one company is written with the token of that company only',
    source: 'What the service does',
    statements: ['S009', 'S007'],
    level: 'must',
    needs: 'several-companies',
    arisesWith: ['orders', 'redemption', 'carts', 'coupons', 'shared-coupons', 'mark-used', 'webhooks'],
    acrossCompanies: true,
    judge: (record) =>
      byOwner(record).map(({ call, what, owner }) =>
        ofCall(
          call,
          owner === (isOfSecond(call) ? 'second' : 'first'),
          `names ${what}, which is of the ${owner} company, and carries the token of the other one`,
        ),
      ),
  },
];
