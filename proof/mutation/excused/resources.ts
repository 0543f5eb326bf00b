import { type Excused, equivalent, open } from '../excuses.ts';
import { comesBack, optional, puts, refusedAnyway, writeAnswer } from './reasons.ts';

const routeName = 'the answers to writes are the same on all routes';
const profileBody = 'the profile describes the body of such a record';
const resends = 'whether a store, a cart or an order that is posted again is changed is open';
const furtherFields = 'which fields such a record has besides id and externalId is open';
const validity = 'whether a coupon is valid after it was used by hand or has expired is open';
const badValues = 'how a value out of bounds is refused or corrected is open, and how the refusal is worded';
const sharedBody = 'the body of a shared coupon is open, except for its code and externalId';
const sameCode = 'what becomes of a code that is registered again is open';
const unchanged = 'all but updated leaves a known record unchanged';
const wording = 'how a problem is worded is open';

export const resources: readonly Excused[] = [
  ...open('redemption.ts', [
    [
      `function usedContent({ choices }: World, coupon: Coupon): unknown {
  const { id, code, type, amount } = coupon;
  const contents = { code, id, object: { id, code, type, amount }, null: null };
  return contents[choices.orders.couponUsed];
}`,
      'what couponUsed holds when there is a match is open',
    ],
    [
      'world.policy.orders.usesCoupon(facts)',
      'how often a shared coupon may be used, and what counts, is open',
      'true',
    ],
  ]),
  ...open('resources/abandoned-carts.ts', [
    ["kind: 'abandoned cart',\n    table", comesBack],
    ['{ [orderCustomer]: customer, lineItems }', furtherFields],
    ["fields.list('lineItems')", furtherFields],
    ['{ customer: {}, lineItems: [] }', furtherFields],
    ['() => world.choices.records.resend', resends],
  ]),
  ...open('resources/abandoned-carts.ts', [['customer !== undefined', profileBody, 'false']]),
  ...equivalent('resources/abandoned-carts.ts', [
    ["readCustomer(world, customer, 'optional')", optional, '""'],
    ["resource, 'POST /abandoned-carts'", routeName, '""'],
  ]),
  ...equivalent('resources/coupon-registration.ts', [
    [
      "world.deliveries.notify(coupon, fields.origin === 'shared' ? 'POST /coupons/shared' : 'POST /coupons');",
      'only runs of flows notify, whatever another cause is called',
    ],
    ['isAwaitingOrder: false,\n          customer: undefined', 'a coupon without a phone is found by none', 'true'],
    ["readDateIn(world, 'body', coupons.defaultExpiryDate)", 'the date has a zone, so its place does not matter', '""'],
    ["fields.text('code', 'required') ?? ''", refusedAnyway, '"Stryker was here!"'],
    ["fields.text('phone', 'required') ?? ''", refusedAnyway, '"Stryker was here!"'],
  ]),
  ...open('resources/coupon-registration.ts', [
    ["fields.flag('acumulative') ?? false", 'whether a registration takes acumulative is open'],
    ["sentType = fields.text('type')", 'whether a shared coupon takes a type is open'],
    ['couponTypes.find((type) => type === sentType)', 'whether a shared coupon takes a type is open'],
    [
      'couponTypes.find((type) => type === sentType) ?? world.choices.coupons.typeWhenAbsent',
      'whether a shared coupon takes a type is open',
    ],
    [
      "externalId !== undefined && externalId !== ''",
      'whether an empty externalId counts is open',
      'true',
      '"Stryker was here!"',
    ],
    ["{ field: 'externalId', expected: 'a text, or createOnProvider,', isMissing: true }", wording],
    ["'code', fields.code", sameCode, '""'],
    ['({ companyId }) => companyId === company.id', sameCode, '() => undefined', 'false'],
    ["known !== undefined && sameCodeAgain === 'refuse-422'", sameCode],
    ["known !== undefined && sameCodeAgain === 'keep-first'", sameCode],
    [
      `if (known !== undefined && sameCodeAgain === 'replace') {
    coupons.update(known, { ...fields, updatedAt: world.now() });
    return known;
  }`,
      sameCode,
    ],
    ["{ status: 422, message: 'Coupon code already exists' }", sameCode],
    ...['{ ...values.fields, customer, phone: values.phone });', 'register(world, routed, values);'].map(
      (registering) =>
        [
          `${registering}
      if (coupon === undefined) return refuse(world, codeTaken);
      return answerWrite(world, {
        route: routed.route,
        sent,
        id: coupon.id,
        stored: presentCoupon(world, coupon),
      });`,
          'what becomes of a code that is registered again, and what a write answers besides its status, is open',
          'false',
          '{}',
        ] as const,
    ),
    ["routed.call, 'whole', (fields) => {\n        const externalId", sharedBody, '""'],
    ['externalId === undefined ? null', sharedBody, 'false'],
    ["fields.number('amount') ?? 0,\n          isAwaitingOrder", sharedBody],
  ]),
  ...open('resources/coupon-shape.ts', [
    ['coupon.isUsed && !coupon.isUsedInOrder', validity],
    [
      `(isUsedByHand && !choices.coupons.validAfterManualUse) ||
    (!choices.coupons.validAfterExpiry && coupon.expiryDate < runtime.now() * 1_000)`,
      validity,
    ],
    ['coupon.startDate > coupon.createdAt && coupon.startDate > runtime.now() * 1_000', validity],
    ['isInvalidated || (startsLater && !choices.coupons.validBeforeStart)', validity],
    ['startsLater && !choices.coupons.validBeforeStart', validity],
    [
      "choices.coupons.sharedExternalId === 'number'",
      'the id of a shared coupon may be shown as a number or as a text',
    ],
    [
      'coupon.canceledAt === undefined ? {} : { deletedAt: policy.dates.write(coupon.canceledAt, fractionDigits) }',
      'how other lookups show a canceled giftback is open',
    ],
  ]),
  ...open('redemption.ts', [
    [
      "world.choices.orders.awaitingCoupon === 'oldest'",
      'which of several coupons that await an order it takes is open',
    ],
  ]),
  ...open('resources/coupon-shape.ts', [
    ["customer.externalId ?? ''", 'what a customer shows that was not sent is open', '"Stryker was here!"'],
  ]),
  ...equivalent('resources/coupons.ts', [["routed.call, 'partial', readChanges", 'all but whole means partial', '""']]),
  ...open('resources/coupons.ts', [
    [
      'sharedExternalId: externalId === undefined ? coupon.sharedExternalId : null',
      'what an update makes of the id of a shared coupon is open',
    ],
    [
      `{
      route: routed.route,
      sent,
      id: coupon.id,
      stored: presentCoupon(world, coupon),
    }`,
      writeAnswer,
      '{}',
    ],
    [
      'coupons.list().filter(({ canceledAt }) => canceledAt === undefined)',
      'how a list shows a canceled giftback is open',
      'coupons.list()',
      'true',
    ],
    [
      `externalId: fields.text('externalId', 'required'),
    isUsed: fields.flag('used', 'required'),
    awaitingOrder: fields.flag('awaitingOrder', 'required'),`,
      'which fields an update without a body is said to lack is open',
      '""',
    ],
    [
      `type: fields.oneOf('type', couponTypes),
    amount: fields.number('amount'),
    minPurchaseValue: fields.number('minPurchaseValue'),
    acumulative: fields.flag('acumulative'),
    expiryDate: fields.date('expiryDate'),`,
      'which fields of a coupon an update takes, besides the ones that partners set, is open',
    ],
    ['isUsed && coupon.isUsedInOrder', validity],
    ["orderWithoutCoupon === 'null-200'", 'what is answered for an order without a coupon is open'],
    ['{ status: 200, body: null }', 'what is answered for an order without a coupon is open'],
    [
      `() => ({
      status: 200,
      body: { giftbackPercent: 10, validDays: 30, minPurchaseValue: 0, acumulative: false },
    })`,
      'which fields the configuration of coupons has is open',
    ],
  ]),
  ...equivalent('resources/customers.ts', [
    ["readCustomer(world, fields, 'optional')", optional, '""'],
    ['() => world.policy.identity.resend.customer', unchanged, '() => undefined'],
    ["resource, 'POST /customers'", routeName, '""'],
  ]),
  ...open('resources/customers.ts', [
    ["sent.replaceAll(/\\D/g, '')", 'the document does not say in which form a phone is kept', '"Stryker was here!"'],
    ["fields.text('phone', 'required')", profileBody, '""'],
    [
      `if (known !== undefined) return known;
  const base = newRecord(world, {
    company,
    externalId,
    revives: { kind: 'customer', identity },
  });
  const customer: Customer = { ...base, ...own };
  world.tables.customers.insert(customer);`,
      'whether orders and coupons make customers is open: where the profile says how a customer is made, they have one',
      'true',
      '{}',
      ';',
    ],
    [
      "choices.customers.phoneForm === 'digits' && digits !== ''",
      'the document does not say in which form a phone is kept',
    ],
    [
      `{
  phone: '',
  firstName: '',
  lastName: '',
  email: '',
  address: null,
}`,
      'what a customer shows that was not sent is open',
    ],
    ["kind: 'customer', identity", comesBack],
    ["kind: 'customer',\n    table", comesBack],
  ]),
  ...equivalent('resources/list.ts', [
    ["query.get(name) ?? ''", 'what is no number counts as absent', '"Stryker was here!"'],
    [
      `const after = afterText === null ? undefined : readDateIn(world, 'after', afterText);
  if (after === undefined && (afterText !== null || pages.isAfterRequired)) brokenRules.push(errors.invalidAfter);`,
      "the word null is no date either, and only a defect's policy does without after",
      'false',
      'true',
      'afterText === null',
    ],
    ['updatedText === null ?', 'the word null is no date either', 'false'],
  ]),
  ...open('resources/list.ts', [
    ['{ field: name, expected, isMissing: !query.has(name) }', wording],
    [`if (manner === 'refuse-422') brokenRules.push({ status: 422, message: \`Invalid \${name}\` });`, badValues],
    [
      "if (!query.has(name)) refuseBad(name, 'an integer in bounds', manner === 'clamp' ? 'refuse-400' : manner);",
      badValues,
    ],
    ["else if (manner !== 'clamp') refuseBad(name, 'an integer in bounds', manner);", badValues],
    [
      `if (updatedText !== null && updatedAt === undefined && lists.badUpdatedAt !== 'ignore') {
    refuseBad('updatedAt', 'a date-time', lists.badUpdatedAt);
  }`,
      'what an invalid updatedAt is answered is open',
    ],
  ]),
  ...equivalent('resources/plain-resource.ts', [
    ['{ ...keys }', 'every key of it is set below', '{}'],
    ["routed.call, isFull ? 'whole' : 'partial'", 'all but whole means partial', '""'],
  ]),
  ...open('resources/plain-resource.ts', [
    [
      `table.update(record, changes(record, next, values.externalId, world.now()));
    }
    return answerWrite(world, { route, sent, id: record.id, stored: resource.present(record) });`,
      writeAnswer,
      '{}',
    ],
    [
      `resource.table.update(record, changes(record, own, externalId, world.now()));
    return answerWrite(world, { route, sent, id: record.id, stored: resource.present(record) });`,
      writeAnswer,
      '{}',
    ],
    ['{ ...standing }', 'what a record shows that was not sent is open', '{}'],
    ['value !== undefined', 'what a record shows that was not sent is open', 'true'],
    ["call, 'whole', resource.read", 'which fields of such a record are required is open', '""'],
    ['revives: { kind, identity }', comesBack, '{}'],
    [
      `{
      const next = over(ownOf(resource.defaults, record), values);
      table.update(record, changes(record, next, values.externalId, world.now()));
    }`,
      resends,
    ],
    ['externalId === undefined ? record.externalId : externalId', puts],
    ["resource.resend() === 'updated'", resends],
    ["world.choices.records.puts === 'full'", puts],
  ]),
  ...open('resources/products.ts', [
    [
      `(own, companyId) =>
      own.provider === null && world.choices.products.withoutProvider === 'any-provider'
        ? products.by('name', own.name).find((product) => product.companyId === companyId)
        : undefined`,
      'which product is meant when no provider is sent is open',
    ],
    ["fields.text('name', 'required')", profileBody],
    ["fields.number('price')", furtherFields],
    ["kind: 'product',\n    table", comesBack],
  ]),
  ...equivalent('resources/records.ts', [
    ['companyId === company.id', 'the policy lets a company reach its own records', 'false'],
    [
      `candidates.findLast(({ companyId }) => companyId === company.id) ??
    candidates.findLast(({ companyId }) =>
      policy.isolation.mayReach({ route, recordCompanyId: companyId, callerCompanyId: company.id }),
    )`,
      "only a defect's policy lets a company reach another's record",
      `candidates.findLast(({ companyId }) => companyId === company.id) && candidates.findLast(({ companyId }) => policy.isolation.mayReach({ route, recordCompanyId: companyId, callerCompanyId: company.id }))`,
      '() => undefined',
    ],
  ]),
  ...open('resources/records.ts', [
    [
      `{
  return \`\${kind} \${identity}\`;
}`,
      comesBack,
    ],
    [
      `const key = revives?.identity === undefined ? undefined : deletedKey(revives.kind, revives.identity);
  const revivedId = key === undefined ? undefined : world.deletedIds.get(key);
  if (key !== undefined && revivedId !== undefined) world.deletedIds.delete(key);`,
      comesBack,
    ],
    [
      'choices.answers.extraFields.records\n    ? { id, externalId, ...own, createdAt, updatedAt, revision: null, labels: [] }\n    : { id, externalId, ...own, createdAt, updatedAt }',
      furtherFields,
    ],
  ]),
  ...equivalent('resources/single-record.ts', [
    ['[] : [record]', 'what is no record is of no company', '["Stryker was here"]'],
  ]),
  ...open('resources/single-record.ts', [
    [
      `if (world.choices.records.deletion === 'logical' && identity !== undefined) {
      world.deletedIds.set(deletedKey(kind, identity), record.id);
    }`,
      comesBack,
    ],
  ]),
  ...equivalent('resources/stores.ts', [["resource, 'POST /stores'", routeName, '""']]),
  ...equivalent('resources/products.ts', [
    ["{ name: '', provider: null, price: null }", refusedAnyway, '"Stryker was here!"'],
    ["resource, 'POST /products'", routeName, '""'],
    ['() => identity.resend.product', unchanged, '() => undefined'],
  ]),
  ...open('resources/users.ts', [['{ email: user.email, name: user.name }', furtherFields, '{}']]),
  ...open('resources/stores.ts', [
    ['{ [storeName]: store.name }', furtherFields, '{}'],
    ['{ name: null }', furtherFields, '{}'],
    ["kind: 'store',\n    table", comesBack],
    ['() => world.choices.records.resend', resends],
  ]),
  ...open('resources/users.ts', [
    ["world.choices.users.missingOnDelete === 'list'", 'whether that message is a list or a text is open'],
  ]),
];
