import { isObject, type JsonObject, valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Draw } from '../draw.ts';

type Path = readonly string[];

/** A field of a body: its path, its value in the profile's template, and its path in the platform's own bodies. */
export interface Field {
  at: Path;
  content: unknown;
  /** Absent if the platform does not use the field. */
  plain?: Path;
}

const withValueAt = (object: JsonObject, [name, ...rest]: Path, value: unknown): JsonObject => {
  if (name === undefined) return object;
  const inner = object[name];
  return { ...object, [name]: rest.length === 0 ? value : withValueAt(isObject(inner) ? inner : {}, rest, value) };
};

export const templateOf = (fields: readonly Field[]): JsonObject =>
  fields.reduce<JsonObject>((template, { at, content }) => withValueAt(template, at, content), {});

/** Fields that the platform reads, and a foreign target ignores. */
const plainNames: readonly string[] = [
  ...['phone', 'firstName', 'lastName', 'email', 'address', 'externalId', 'name', 'provider', 'price', 'customer'],
  ...['total', 'lineItems', 'targetUrl', 'type', 'amount', 'minPurchaseValue', 'acumulative', 'expiryDate'],
];

/** The body with the platform's own names. */
export const plainBody = (fields: readonly Field[], documented: readonly string[], sent: JsonObject): JsonObject => {
  const roots = fields.map(({ at: [root] }) => root);
  const kept = Object.fromEntries(
    Object.entries(sent).filter(
      ([name]) => documented.includes(name) || !(roots.includes(name) || plainNames.includes(name)),
    ),
  );
  return fields.reduce<JsonObject>((plain, { at, plain: to }) => {
    const value = to && valueAt(sent, `/${at.join('/')}`);
    return to === undefined || value === undefined ? plain : withValueAt(plain, to, value);
  }, kept);
};

/** Names of the same fields in different companies. */
const vocabularies = [
  {
    phone: 'phone',
    firstName: 'firstName',
    lastName: 'lastName',
    email: 'email',
    externalId: 'externalId',
    fullName: 'name',
    address: 'address',
    customer: 'customer',
    total: 'total',
    contact: 'contact',
    url: 'url',
    product: 'name',
    provider: 'provider',
    price: 'price',
    store: 'name',
  },
  {
    phone: 'telefone',
    firstName: 'nome',
    lastName: 'sobrenome',
    email: 'correio',
    externalId: 'codigo',
    fullName: 'nomeCompleto',
    address: 'endereco',
    customer: 'cliente',
    total: 'valor',
    contact: 'contato',
    url: 'endpoint',
    product: 'titulo',
    provider: 'fornecedor',
    price: 'preco',
    store: 'razaoSocial',
  },
  {
    phone: 'phone_number',
    firstName: 'first_name',
    lastName: 'last_name',
    email: 'email_address',
    externalId: 'external_id',
    fullName: 'full_name',
    address: 'billing_address',
    customer: 'buyer',
    total: 'order_total',
    contact: 'contact_data',
    url: 'callback_url',
    product: 'product_name',
    provider: 'provider_key',
    price: 'unit_price',
    store: 'store_name',
  },
  {
    phone: 'Phone',
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'E-Mail',
    externalId: 'ID externo',
    fullName: 'Name',
    address: 'Address',
    customer: 'Customer',
    total: 'Total',
    contact: 'Contact',
    url: 'URL',
    product: 'Name',
    provider: 'Provider',
    price: 'Price',
    store: 'Name',
  },
] as const;

type Vocabulary = (typeof vocabularies)[number];

const drawVocabulary = (draw: Draw): Vocabulary => draw.oneOf<Vocabulary>(vocabularies);

const addresses = [
  { street: 'Rua Um', number: '1', city: 'São Paulo', state: 'SP' },
  { logradouro: 'Av. Brasil, 200', cep: '01001-000' },
  { lines: ['Rua Três 3', 'fundos'], country: { code: 'BR' } },
] as const;

/** A customer, whether as a body or in an order or a cart. */
const drawPerson = (draw: Draw, words: Vocabulary, { withAddress }: { withAddress: boolean }): Field[] => {
  const names = draw.oneOf([[], [], ['names'], ['person', 'data']]);
  const contact = draw.oneOf([[], [], [words.contact]]);
  const field = (at: Path, content: unknown, plain?: Path): Field => ({ at, content, ...omitUndefined({ plain }) });
  const fields = [
    field([...contact, words.phone], '{phone}', ['phone']),
    field([...names, words.firstName], '{firstName}', ['firstName']),
    ...(draw.happens(0.9) ? [field([...names, words.lastName], '{lastName}', ['lastName'])] : []),
    ...(draw.happens(0.9) ? [field([...contact, words.email], '{email}', ['email'])] : []),
    field([words.externalId], '{externalId}', ['externalId']),
    ...(draw.happens(0.2) ? [field(['consent'], true), field(['tags'], ['selo'])] : []),
  ];
  if (!withAddress) return fields;
  const place = draw.oneOf([contact, contact, [], ['shipping']]);
  const content = draw.oneOf<unknown>([...addresses, 'Rua Quatro, 4']);
  return [...fields, field([...place, words.address], content, ['address'])];
};

const under = (prefix: Path, plain: Path, fields: readonly Field[]): Field[] =>
  fields.map((field) => ({
    ...field,
    at: [...prefix, ...field.at],
    ...(field.plain ? { plain: [...plain, ...field.plain] } : {}),
  }));

/** The customer within an order or a cart. */
const drawBuyer = (draw: Draw, words: Vocabulary, needs: { withAddress: boolean }): Field[] => {
  const slotsThere = ['{phone}'];
  const person = drawPerson(draw, words, needs)
    // a profile has no slots for the names of an order's customer
    .filter(({ content }) => typeof content !== 'string' || !content.startsWith('{') || slotsThere.includes(content));
  const prefix = draw.oneOf([[words.customer], [words.customer], [words.customer], ['parties', words.customer]]);
  return under(prefix, ['customer'], person);
};

const lineItems = [
  [{ name: 'Selo', quantity: 1, price: '{total}' }],
  [{ product: { sku: 'SKU-1', name: 'Café 250 g' }, qty: 2, unit: 'un' }],
  [
    { productId: 'p-1', price: '{total}' },
    { productId: 'p-2', gift: true, price: 0 },
  ],
  [{ sku: '000123', attributes: [], discount: null, createdAt: 'ontem' }],
] as const;

export interface Bodies {
  customer: readonly Field[];
  product: readonly Field[];
  order: readonly Field[];
  store: readonly Field[];
  cart: readonly Field[];
  sharedCoupon: readonly Field[];
  webhook: readonly Field[];
}

/** Bodies that the document does not show: S143 to S146. */
export const drawBodies = (draw: Draw): Bodies => {
  const words = drawVocabulary(draw);
  const wrapped = (name: string, fields: readonly Field[]): readonly Field[] =>
    draw.happens(0.25) ? under([name], [], fields) : fields;
  const total: Path = draw.oneOf([[words.total], [words.total], ['amounts', words.total], ['payment', 'sum', 'value']]);
  const urlPath: Path = draw.oneOf([[words.url], [words.url], ['target', words.url], ['config', 'http', words.url]]);
  const items = draw.oneOf<unknown>(lineItems);
  return {
    customer: wrapped('customer', drawPerson(draw, words, { withAddress: draw.happens(0.6) })),
    product: wrapped('product', [
      { at: [words.product], content: '{name}', plain: ['name'] },
      { at: [words.provider], content: '{provider}', plain: ['provider'] },
      { at: ['codes', words.externalId], content: '{externalId}', plain: ['externalId'] },
      ...(draw.happens(0.5) ? [{ at: [words.price], content: 12.5, plain: ['price'] }] : []),
    ]),
    order: [
      ...drawBuyer(draw, words, { withAddress: true }),
      { at: total, content: '{total}', plain: ['total'] },
      { at: ['lineItems'], content: items },
      ...(draw.happens(0.3) ? [{ at: ['origin'], content: { channel: 'web', agent: 'Selo' } }] : []),
    ],
    store: [
      { at: draw.oneOf([[words.store], ['data', words.store]]), content: '{name}', plain: ['name'] },
      ...(draw.happens(0.3) ? [{ at: ['opening'], content: ['09:00', '18:00'] }] : []),
    ],
    cart: drawBuyer(draw, words, { withAddress: draw.happens(0.5) }),
    sharedCoupon: draw.oneOf<readonly Field[]>([
      [],
      [{ at: ['usageLimit'], content: 100 }],
      [
        { at: ['type'], content: 'percent', plain: ['type'] },
        { at: ['amount'], content: 10, plain: ['amount'] },
      ],
      [
        { at: ['rules', 'kind'], content: 'fixed_cart', plain: ['type'] },
        { at: ['rules', 'value'], content: 5, plain: ['amount'] },
        { at: ['rules', 'limit'], content: { uses: 1000 } },
      ],
    ]),
    webhook: [
      { at: urlPath, content: '{url}', plain: ['targetUrl'] },
      ...(draw.happens(0.4) ? [{ at: ['active'], content: true }] : []),
    ],
  };
};
