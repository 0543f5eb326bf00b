import { type Excused, equivalent, open } from '../excuses.ts';

const uuidVersion = 'an id is a UUID of any version';

export const policies: readonly Excused[] = [
  ...open('ids.ts', [
    ['(stamped[6] ?? 0)', uuidVersion],
    ['(stamped[8] ?? 0)', uuidVersion],
    ['version === 7', uuidVersion],
    ['bytes.writeUIntBE(now(), 0, 6);', uuidVersion],
  ]),
  ...equivalent('policy/coupons.ts', [
    [
      'text.length <= maxLength',
      'cutting a text that is short enough leaves it as it is',
      'false',
      'text.length < maxLength',
    ],
  ]),
  ...open('policy/coupons.ts', [
    [
      '/^\\s*[+-]?\\d+(\\.\\d+)?/',
      'whether the leading number of a text goes on behind its point is open',
      '/^\\s*[+-]?\\d+(\\.\\D+)?/',
      '/^\\s*[+-]?\\d+(\\.\\d)?/',
    ],
  ]),
  ...equivalent('policy/errors.ts', [
    ['broken[0]?.status ?? 422', 'rules are refused only when one is broken, and each of them answers 422'],
  ]),
  ...equivalent('policy/flows.ts', [
    [
      "status === 'processing'",
      'no flow can have processing as its trigger, so what it triggers starts none',
      'false',
      '""',
    ],
  ]),
  ...equivalent('policy/identity.ts', [
    ["{ customer: 'unchanged', product: 'unchanged' }", 'all but updated leaves a known record unchanged'],
  ]),
  ...equivalent('policy/orders.ts', [["via === 'POST' && !hasCouponCode", 'no order asks when it is updated', 'true']]),
  ...equivalent('policy/webhooks.ts', [
    [
      "outcome.kind === 'answered' && outcome.status >= 200",
      'an answer below 200 is not the last one, and without an answer there is no status',
    ],
  ]),
  ...open('policy/writes.ts', [
    [
      '/^application\\/json\\s*(;|$)/i',
      'which other types count as application/json is open',
      '/application\\/json\\s*(;|$)/i',
      '/^application\\/json\\S*(;|$)/i',
    ],
  ]),
  ...equivalent('policy/writes.ts', [["contentType ?? ''", 'both texts are no type', '"Stryker was here!"']]),
  ...equivalent('policy/edge.ts', [["'service-access'", 'the second header has the name that the profile gives it']]),
];
