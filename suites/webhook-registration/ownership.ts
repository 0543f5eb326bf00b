import { expectHolds, expectNothing, expectRefusal } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { aboutNotifications, aboutRegistration } from '../webhook-delivery/company-rules.ts';
import { cameTo, expectNotifiedAt } from './arrivals.ts';

const message = 'Configuração de webhook não encontrada';

export const ownership: readonly Rule[] = [
  aboutRegistration({
    id: 'HOOK-9',
    text: `\`PUT /webhooks/:id\` with an unknown id is refused with 404 \`${message}\``,
    source: 'Errors › Record not found',
    statements: ['S139', 'S213'],
    level: 'must',
    async check(shop) {
      const body = shop.registration.body();
      const refused = await shop.put(path`/webhooks/${shop.unique.uuid()}`, { body });
      const control = await shop.put(shop.registration.path, { body });
      expectRefusal(refused, { status: 404, message, control });
    },
  }),
  aboutRegistration({
    id: 'HOOK-10',
    text: `\`DELETE /webhooks/:id\` with an unknown id is refused with 404 \`${message}\``,
    source: 'Errors › Record not found',
    statements: ['S140', 'S213'],
    level: 'must',
    async check(shop) {
      const refused = await shop.del(path`/webhooks/${shop.unique.uuid()}`);
      const control = await shop.del(shop.registration.path);
      expectRefusal(refused, { status: 404, message, control });
    },
  }),
  aboutRegistration({
    id: 'HOOK-11',
    text: '`PUT /webhooks/:id` returns 404 for a deleted registration',
    source: 'Endpoints › Endpoints table',
    statements: ['S139', 'S140', 'S213'],
    level: 'must',
    async check(shop) {
      const { path: at, body } = shop.registration;
      const change = () => shop.put(at, { body: body() });
      const changed = await change();
      const deleted = await shop.del(at);
      // if there was nothing to delete, the first PUT already changed a registration that was deleted before
      const isGone = deleted.status === 404;
      if (!isGone) mustBeAccepted(deleted, 'deleting the registration');
      expectRefusal(isGone ? changed : await change(), { status: 404, message, control: changed });
    },
  }),
  aboutRegistration({
    id: 'HOOK-16',
    text: 'A second `DELETE /webhooks/:id` of the same registration is refused',
    source: 'Endpoints › Endpoints table',
    statements: ['S140', 'S213'],
    level: 'should',
    inferred: 'The document does not say that a registration which was deleted counts as missing for another DELETE.',
    async check(shop) {
      const at = shop.registration.path;
      const control = mustBeAccepted(await shop.del(at), 'deleting the registration');
      expectNothing(await shop.del(at), { what: 'a refusal: the registration was deleted before', control });
    },
  }),
  aboutNotifications({
    id: 'HOOK-12',
    text: "Notifications go to the URL of the coupon's company and not to another company's URL",
    source: 'What the service does',
    statements: ['S007', 'S032', 'S155'],
    level: 'must',
    needs: ['second company'],
    async check(shop) {
      const other = await shop.otherCompany();
      for (const each of [shop, other]) {
        const order = await each.triggeredOrder();
        await each.firstDelivery(order);
        await shop.afterSentinel();
        await other.afterSentinel();
        const seen = await each.arrived(order);
        const { url } = each.registered();
        const urls = [...new Set(seen.attempts.map((attempt) => attempt.url))];
        const expected = `only ${new URL(url).pathname}, which company ${each.company} registered`;
        expectHolds(seen, 'URLs notified', expected, urls, seen.attempts.every(cameTo(url)));
      }
    },
  }),
  aboutRegistration({
    id: 'HOOK-13',
    text: "A company cannot change or delete another company's registration",
    source: 'What the service does',
    statements: ['S007', 'S032', 'S155'],
    level: 'must',
    needs: ['second company'],
    async check(shop, context) {
      const { path: at, url, body, otherUrl } = shop.registration;
      const otherCompany = shop.company === context.company ? context.secondCompany() : context;
      const elsewhere = body({ url: await otherUrl() });
      mustBeAccepted(await shop.put(at, { body: body() }), "the owner's change");
      // the document does not show the refusal, so only the effect counts
      await otherCompany.put(at, { body: elsewhere });
      await otherCompany.del(at);
      await expectNotifiedAt(shop, await shop.triggeredOrder(), url);
    },
  }),
];
