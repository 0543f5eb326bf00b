import { isUtcDateTime } from '../../core/forms.ts';
import { expectAnswer, expectThat } from '../judge/expect.ts';
import { filledPage, longAgo, recordsOn } from '../records/listing.ts';
import { recordKinds } from '../records/record-kinds.ts';
import type { Rule } from '../rule.ts';

export const returned: readonly Rule[] = [
  {
    id: 'DATE-11',
    text: "A coupon's dates are returned in UTC with `Z`, even if they were sent in another zone",
    source: 'Endpoints › Date and time input',
    statements: ['S050', 'S051', 'S114'],
    level: 'must',
    needs: ['writes'],
    async check({ given }) {
      const { read } = await given.coupon({ expiryDate: '2031-05-06T10:20:30-03:00' });
      for (const field of ['/startDate', '/expiryDate'])
        expectThat(read, field, 'a date-time that ends in Z', isUtcDateTime);
    },
  },
  {
    id: 'DATE-12',
    text: 'The dates of listed records are returned in UTC with `Z`',
    source: 'Resources and their fields › Common conventions',
    statements: ['S036', 'S114'],
    level: 'must',
    makes: recordKinds.product.needs,
    async check(context) {
      const { get, unverified } = context;
      const read = () => get('/products', { query: { after: longAgo, page: 1, pageSize: 10 } });
      const list = await filledPage(context, recordKinds.product, read);
      expectAnswer(list, 200);
      const dated = recordsOn(list).flatMap((record, index) =>
        ['createdAt', 'updatedAt'].filter((field) => field in record).map((field) => `/data/${index}/${field}`),
      );
      if (dated.length === 0) unverified('not-observable', 'no product on the first page of the list shows a date');
      for (const field of dated) expectThat(list, field, 'a date-time that ends in Z', isUtcDateTime);
    },
  },
];
