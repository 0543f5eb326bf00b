import type { Excused } from '../ledger.ts';
import { equivalent, open, unseen } from './entry.ts';

const order = 'the order of lists is open';
const sharedId = 'whether a shared coupon is found by its externalId is open';
const secondPost = 'what a second POST /webhooks does is open';
const puts = 'whether a PUT changes what it sends or all is open';
const answers = 'what a write answers besides its status is open';
const urls = "how the field of the URL is called is the profile's to say, and which URLs are taken is open";

export const tablesAndWebhooks: readonly Excused[] = [
  ...open('tables/tables.ts', [
    ['shuffled: () => Math.random()', order],
    ["'oldest-first': (position) => position", order],
    ["'newest-first': (position) => -position", order],
    ["choices.coupons.sharedByExternalId === 'found'", sharedId],
  ]),
  ...equivalent('tables/tables.ts', [
    [
      'isAwaitingOrder && phone !== undefined',
      'a coupon without a phone awaits no order',
      'isAwaitingOrder && true',
      'true',
    ],
  ]),
  ...open('resources/webhook-registrations.ts', [
    [
      `const isHttp = url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (url !== undefined && !isHttp)
    fields.note({
      field: webhookUrl,
      expected: 'an http or https URL',
      isMissing: false,
    });`,
      urls,
    ],
    [
      `{
  return {
    id,
    event,
    [world.choices.fields.webhookUrl]: url,
    hasBearerToken: bearerToken !== undefined,
  };
}`,
      answers,
    ],
    [
      `if (standing !== undefined && secondRegistration === 'refuses-422') {
      return refuse(world, {
        status: 422,
        message: 'Webhook already registered',
      });
    }`,
      secondPost,
    ],
    ["standing !== undefined && secondRegistration === 'updates'", secondPost],
    [
      "fields.oneOf('event', events, 'required')",
      'a registration that is refused may lack what the profile does not say: the rules tell that none could be made',
      '""',
    ],
    ["event: 'coupon_create',\n      url", answers, '""'],
    ["world.choices.records.puts === 'full'", puts],
    ['!isFull && !values.isBearerSent', puts],
    [
      `return answerWrite(world, {
      route: routed.route,
      sent,
      id: registration.id,
      stored,
    });`,
      answers,
      '{}',
    ],
  ]),
  ...equivalent('resources/webhook-registrations.ts', [
    ["{ url = '', bearerToken }", 'what stands in for a URL that is missing is not stored, since the call is refused'],
  ]),
  ...open('tables/tables.ts', [['coupon.sharedExternalId === null', sharedId, 'true']]),
  ...equivalent('tables/tables.ts', [
    [
      `cancelledAt === undefined && phone !== undefined
            ? giftbacks`,
      'a giftback has a phone, and to cancel a cancelled one changes nothing that shows',
    ],
  ]),
  ...unseen('webhooks/queue.ts', [
    ["choices.webhooks.connection === 'keep-alive'", "whether connections are kept open is the sender's own business"],
    ["'waiting';\n    delivery.nextAttemptAt", 'the panel alone shows it', '""'],
    ["'sending'", 'the panel alone shows it', '""'],
    ["'not-registered');\n    delivery.state", 'the panel alone shows it', '""'],
    [
      `{
    delivery.state = state;
    delivery.nextAttemptAt = null;
    log.settled(delivery);
  }`,
      'the panel alone shows it',
    ],
    ['new Date(Date.now() + delayMs)', 'the panel alone shows it', 'Date.now() - delayMs'],
    ['timers.delete(timer);\n', 'timers are kept to stop them when the platform closes', ';'],
    ['timers.add(timer);', 'timers are kept to stop them when the platform closes', ';'],
    ['Object.assign(record, { outcome })', 'the panel alone shows it', '{}'],
    [
      `{
      number,
      url,
      startedAt: new Date().toISOString(),
      outcome: null,
    }`,
      'the panel alone shows it',
      '{}',
    ],
  ]),
  ...open('webhooks/queue.ts', [
    ["{ event: 'coupon_create', deliveryId: delivery.id }", 'which further fields a notification has is open'],
  ]),
  ...equivalent('webhooks/queue.ts', [
    ['company?.registration', 'only companies that exist are notified', 'company.registration'],
    ['company?.formerRegistration', 'only companies that exist are notified', 'company.formerRegistration'],
  ]),
];
