import { expectAnswer, expectThat } from '../expect.ts';
import { isObject } from '../json.ts';
import type { Rule } from '../rule.ts';

export const couponsConfig: readonly Rule[] = [
  {
    id: 'CONF-1',
    text: "The account's default giftback parameters can be read as an object",
    source: 'Endpoints › Endpoints table',
    statements: ['S006', 'S074', 'S137'],
    level: 'must',
    needs: ['coupons config'],
    async check({ get }) {
      const config = await get('/coupons-config');
      expectAnswer(config, 200);
      expectThat(
        config,
        '',
        'an object with at least one parameter',
        (body) => isObject(body) && Object.keys(body).length > 0,
      );
    },
  },
];
