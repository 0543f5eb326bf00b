import { expectAnswer, expectThat } from '../expect.ts';
import type { Rule } from '../rule.ts';

export const couponsConfig: readonly Rule[] = [
  {
    id: 'CONF-1',
    text: '`GET /coupons-config` answers 200 with JSON',
    source: 'Endpoints › Endpoints table',
    statements: ['S137', 'S006', 'S074'],
    level: 'must',
    needs: ['coupons config'],
    async check({ get }) {
      const config = await get('/coupons-config');
      expectAnswer(config, 200);
      expectThat(config, '', 'JSON, of whatever shape', (body) => body !== undefined);
    },
  },
];
