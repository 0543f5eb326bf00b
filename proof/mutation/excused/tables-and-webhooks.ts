import { type Excused, equivalent, open, unseen } from '../excuses.ts';
import { puts, writeAnswer } from './reasons.ts';

const order = 'the order of lists is open';
const sharedId = 'whether a shared coupon is found by its externalId is open';
const secondPost = 'what a second POST /webhooks does is open';
const urls = 'the profile names the field of the URL, and which URLs are accepted is open';

const refusedAll =
  'the profile has the body of a registration: where every one is refused, the rules report that none could be made';
const shownByPanel = 'the panel alone shows it';
const connections = 'whether the sender keeps connections open is not documented';
const simulatedScale = 'a documented second is a second in simulated time';
const closing = 'nobody is informed after the platform has closed';

export const tablesAndWebhooks: readonly Excused[] = [
  ...open('tables/tables.ts', [
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
  ...unseen('resources/webhook-registrations.ts', [
    [
      'url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)',
      refusedAll,
      'false',
      'url === undefined',
    ],
    ['url !== undefined && !isHttp', refusedAll, 'url !== undefined || !isHttp', 'isHttp'],
    ["fields.oneOf('event', events, 'required')", refusedAll, '""'],
  ]),
  ...open('resources/webhook-registrations.ts', [
    [
      `const isHttp = url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (url !== undefined && !isHttp)
    fields.note({ field: webhookUrl, expected: 'an http or https URL', isMissing: false });`,
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
      writeAnswer,
    ],
    [
      `if (standing !== undefined && secondRegistration === 'refuses-422') {
      return refuse(world, { status: 422, message: 'Webhook already registered' });
    }`,
      secondPost,
    ],
    ["standing !== undefined && secondRegistration === 'updates'", secondPost],
    ["event: 'coupon_create', url", writeAnswer, '""'],
    ["world.choices.records.puts === 'full'", puts],
    ['!isFull && !values.isBearerSent', puts],
    [
      'return answerWrite(world, { route: routed.route, sent, id, stored: presentRegistration(world, registration) });',
      writeAnswer,
      '{}',
    ],
  ]),
  ...equivalent('resources/webhook-registrations.ts', [
    ["{ url = '', bearerToken }", 'what stands in for a URL that is missing is not stored, since the call is refused'],
  ]),
  ...open('tables/tables.ts', [['coupon.sharedExternalId === null', sharedId, 'true']]),
  ...equivalent('tables/tables.ts', [
    [
      `canceledAt === undefined && phone !== undefined
            ? giftbacks`,
      'a giftback has a phone, and to cancel a canceled one changes nothing visible',
    ],
  ]),
  ...unseen('webhooks/queue.ts', [
    ["{ keepAlive: chosen.connection === 'keep-alive' }", connections],
    ["'waiting';\n    delivery.nextAttemptAt", shownByPanel, '""'],
    ["'sending'", shownByPanel, '""'],
    ["'not-registered');\n    delivery.state", shownByPanel, '""'],
    [
      `{
    delivery.state = state;
    delivery.nextAttemptAt = null;
    log.settled(delivery);
  }`,
      shownByPanel,
    ],
    ['new Date(runtime.now() + delayMs)', shownByPanel, 'runtime.now() - delayMs'],
    [
      `{
      number,
      url: target.url,
      startedAt: new Date(runtime.now()).toISOString(),
      outcome: null,
    }`,
      shownByPanel,
      '{}',
    ],
  ]),
  ...open('webhooks/queue.ts', [
    ["{ event: 'coupon_create', deliveryId: id }", 'which further fields a notification has is open'],
  ]),
  ...equivalent('webhooks/queue.ts', [
    ['company?.registration', 'only companies that exist are notified', 'company.registration'],
    ['company?.formerRegistration', 'only companies that exist are notified', 'company.formerRegistration'],
  ]),
  ...equivalent('tables/tables.ts', [
    [
      'isAwaitingOrder && phone !== undefined ? coupons.awaitingKey',
      'the lookup that uses this key leaves out coupons that await no order',
      'isAwaitingOrder || phone !== undefined',
    ],
  ]),
  ...open('resources/webhook-registrations.ts', [
    [
      'return answerWrite(world, { route, sent, id, stored: presentRegistration(world, registration) });',
      'whether the answer names the id of the registration is open: the rules report when it does not',
      '{}',
    ],
    ["isFull ? 'whole' : 'partial', (fields) =>\n      readRegistration", puts, '""'],
  ]),
  ...equivalent('webhooks/queue.ts', [
    ['const attempt = attempts.length + 1', "only a defect's policy asks which attempt it is", 'attempts.length - 1'],
    ['webhooks.timeoutSeconds * timeScale', simulatedScale, 'webhooks.timeoutSeconds / timeScale'],
    ['documentedSeconds * timeScale', simulatedScale, 'documentedSeconds / timeScale'],
    [
      "target === undefined) return settle(delivery, 'not-registered');\n    delivery.state",
      'nothing is sent without a target: the attempt fails',
      'false',
    ],
    [
      'webhooks.delaySeconds(number) * (1 + runtime.random() * chosen.backoffJitterShare)',
      'the judged targets have no jitter in their waits',
      'webhooks.delaySeconds(number) / (1 + runtime.random() * chosen.backoffJitterShare)',
      '1 - runtime.random() * chosen.backoffJitterShare',
    ],
  ]),
  ...open('webhooks/queue.ts', [
    [
      "target === undefined) return settle(delivery, 'not-registered');\n      const queued",
      'whether a notification that waits follows the registration is open',
      'false',
    ],
    [
      'chosen.queueDelaySeconds * (1 + runtime.random() * chosen.queueJitterShare)',
      'a dispatch takes some seconds: how many is open',
      'chosen.queueDelaySeconds / (1 + runtime.random() * chosen.queueJitterShare)',
      '1 - runtime.random() * chosen.queueJitterShare',
      'runtime.random() / chosen.queueJitterShare',
    ],
  ]),
  ...unseen('webhooks/queue.ts', [
    ["'delivered'", shownByPanel, '""'],
    ["'given-up'", shownByPanel, '""'],
    ["'waiting',\n        attempts", shownByPanel, '""'],
    ['log.add(delivery);', shownByPanel, ';'],
    ["'not-registered');\n      const queued", shownByPanel, '""'],
    ['if (isClosed) return;\n    const request', closing, 'false'],
    ['if (isClosed) return;\n    if (webhooks.isSuccess', closing, 'false'],
    [
      `{
      isClosed = true;
      sender.close();
    }`,
      closing,
    ],
  ]),
];
