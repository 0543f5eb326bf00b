import { instantOf, wallClock } from '../../core/instants.ts';
import type { CheckContext } from '../check-context.ts';
import { registerCoupon } from '../coupons/registration.ts';
import { expectAnswer, expectRefusal, expectThat } from '../judge/expect.ts';
import { brasiliaMinutes, filledPage, longAgo, totalOn } from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { expectStoredNumber } from '../shared-coupons/rules.ts';

const source = 'Limits';

/** A text of N characters that differs from its own beginning and end. */
const textOf = ({ unique }: CheckContext, length: number, filler: string): string => {
  let text = unique.name('long');
  while (text.length < length) text += `${filler}${text.length}`;
  return text.slice(0, length);
};

/** Characters of one, two and three bytes in UTF-8. Each is one UTF-16 unit. */
const fillers = ['-', 'ç', '漢'];

/** Registers a coupon with an `externalId` and asserts how it is stored. */
const expectStoredId = async (context: CheckContext, sent: string, stored: string): Promise<void> => {
  const { read } = await registerCoupon(context, { externalId: sent });
  mustBeAccepted(read, 'reading back a coupon');
  const expected = `the first ${stored.length} of ${sent.length} characters`;
  expectThat(read, '/externalId', expected, (shown) => shown === stored);
};

export const limits: readonly Rule[] = [
  {
    id: 'LIM-1',
    text: 'A page holds at most 50 records, whatever `pageSize` is requested',
    source,
    statements: ['S101', 'S215'],
    level: 'must',
    makes: recordKinds.product.needs,
    async check(context) {
      const { get, unverified } = context;
      const query = { after: longAgo, page: 1 };
      const readFull = () => get('/products', { query: { ...query, pageSize: 50 } });
      const full = await filledPage(context, recordKinds.product, readFull, 51);
      expectAnswer(full, 200);
      if (!(totalOn(full, 'totalRecords') > 50))
        unverified('not-observable', 'the company has no more than fifty products');
      const larger = await get('/products', { query: { ...query, pageSize: 51 } });
      // PAG-27 tests the response to a larger size
      if (larger.status !== 200) expectRefusal(larger, { status: [400, 422], control: full });
      for (const list of larger.status === 200 ? [full, larger] : [full]) {
        expectThat(list, '/data', 'at most 50 records', (data) => Array.isArray(data) && data.length <= 50);
      }
    },
  },
  {
    id: 'LIM-2',
    text: 'An `externalId` of a coupon with 255 characters is stored whole',
    source,
    statements: ['S053', 'S149', 'S217'],
    level: 'must',
    needs: ['writes'],
    async check(context) {
      for (const filler of fillers) {
        const sent = textOf(context, 255, filler);
        await expectStoredId(context, sent, sent);
      }
    },
  },
  {
    id: 'LIM-3',
    text: 'An `externalId` of a coupon with more than 255 characters is accepted and truncated to 255',
    source,
    statements: ['S053', 'S149', 'S217'],
    level: 'must',
    needs: ['writes'],
    async check(context) {
      const texts = [...fillers.map((filler) => textOf(context, 256, filler)), textOf(context, 600, '-')];
      for (const sent of texts) await expectStoredId(context, sent, sent.slice(0, 255));
    },
  },
  {
    id: 'LIM-4',
    text: 'The `externalId` of a shared coupon can be 1 and 2147483647',
    source,
    statements: ['S147', 'S218'],
    level: 'must',
    needs: ['shared coupons'],
    async check(context) {
      await expectStoredNumber(context, 1, 1);
      await expectStoredNumber(context, 2147483647, 2147483647);
    },
  },
  {
    id: 'LIM-5',
    text: 'An `externalId` of a shared coupon above 2147483647 is accepted and stored as 2147483647',
    source,
    statements: ['S147', 'S218'],
    level: 'must',
    needs: ['shared coupons'],
    async check(context) {
      await expectStoredNumber(context, 2147483648, 2147483647);
      await expectStoredNumber(context, 9007199254740991, 2147483647);
    },
  },
  {
    id: 'LIM-6',
    text: 'A coupon registered without `expiryDate` is valid until 2100-01-01',
    source,
    statements: ['S059', 'S219'],
    level: 'must',
    needs: ['writes'],
    async check({ given }) {
      const { read } = await given.coupon();
      expectThat(read, '/expiryDate', '2100-01-01, in UTC or in Brasília', (shown) => {
        const instantMs = instantOf(shown);
        if (instantMs === undefined) return false;
        return [0, brasiliaMinutes].some((zone) => wallClock(instantMs, zone).startsWith('2100-01-01'));
      });
    },
  },
];
