import type { Exchange } from '../../fixtures/exchange.ts';
import { malformations, untyped } from '../conventions/bodies.ts';
import { expectRefusal } from '../judge/expect.ts';
import { expectListedRefusal } from '../records/listed-refusal.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { aboutRegistration } from '../webhook-delivery/company-rules.ts';
import { expectNotifiedAt, unregister } from './arrivals.ts';

export const bodies: readonly Rule[] = [
  aboutRegistration({
    id: 'HOOK-14',
    text: '`POST /webhooks` and `PUT /webhooks/:id` with malformed JSON return 400',
    source: 'Endpoints › Response conventions',
    statements: ['S096', 'S192'],
    level: 'must',
    async check(shop) {
      const { path, body } = shop.registration;
      const json = JSON.stringify(body());
      const changed = mustBeAccepted(await shop.put(path, { text: json }), 'changing a registration');
      for (const malform of malformations) {
        const refused = await shop.put(path, { text: malform(json) });
        expectRefusal(refused, { status: 400, control: changed });
      }
      await unregister(shop);
      const refusals: Exchange[] = [];
      for (const malform of malformations) refusals.push(await shop.post('/webhooks', { text: malform(json) }));
      // if it registered anyway, a second registration may be refused
      const isRegistered = refusals.some(({ status }) => status < 300);
      const control = isRegistered
        ? changed
        : mustBeAccepted(await shop.post('/webhooks', { text: json }), 'registering');
      for (const refused of refusals) expectRefusal(refused, { status: 400, control });
    },
  }),
  aboutRegistration({
    id: 'HOOK-15',
    text: '`POST /webhooks` and `PUT /webhooks/:id` without `Content-Type` return 400 with an array and change nothing',
    source: 'Endpoints',
    statements: ['S093', 'S165', 'S192'],
    level: 'must',
    async check(shop) {
      const { path, url, body, otherUrl } = shop.registration;
      const elsewhere = body({ url: await otherUrl() });
      const unchanged = await shop.put(path, { body: elsewhere, headers: untyped });
      await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
      const changed = await shop.put(path, { body: elsewhere });
      mustBeAccepted(changed, 'changing a registration');
      expectListedRefusal(unchanged, changed);
      await unregister(shop);
      const unregistered = await shop.post('/webhooks', { body: elsewhere, headers: untyped });
      // if it registered anyway, a second registration may be refused
      const isRegistered = unregistered.status < 300;
      const control = isRegistered
        ? changed
        : mustBeAccepted(await shop.post('/webhooks', { body: elsewhere }), 'registering');
      expectListedRefusal(unregistered, control);
    },
  }),
];
