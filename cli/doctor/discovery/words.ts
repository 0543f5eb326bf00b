/** Words that targets use for what the document does not name, the most usual first. */

export type OpenResource = 'customers' | 'products' | 'stores' | 'abandonedCarts';
export type ListedResource = OpenResource | 'orders' | 'coupons' | 'users';

const resourceWords: Readonly<Record<ListedResource, readonly string[]>> = {
  customers: [
    'customers',
    'customer',
    'clientes',
    'cliente',
    'clients',
    'people',
    'contacts',
    'crm/contacts',
    'crm/customers',
  ],
  products: ['products', 'product', 'produtos', 'produto', 'items', 'catalog/products', 'catalog/items', 'catalogo'],
  stores: ['stores', 'store', 'lojas', 'loja', 'shops', 'branches', 'filiais', 'locations'],
  abandonedCarts: [
    ...['abandoned-carts', 'abandonedCarts', 'abandoned_carts', 'abandonedcarts', 'abandoned-cart', 'carts', 'cart'],
    ...['carrinhos', 'carrinhos-abandonados', 'carts/abandoned', 'checkouts'],
  ],
  orders: ['orders', 'order', 'pedidos', 'pedido', 'sales', 'vendas'],
  coupons: ['coupons', 'coupon', 'cupons', 'cupom', 'vouchers'],
  users: ['users', 'user', 'usuarios', 'usuario', 'members', 'team/users', 'team'],
};

type Pattern = (word: string) => string;

const plain: Pattern = (word) => `/${word}`;
const behind = (...prefixes: readonly string[]): Pattern[] => prefixes.map((prefix) => (word) => `/${prefix}/${word}`);
const before = (...suffixes: readonly string[]): Pattern[] => suffixes.map((suffix) => (word) => `/${word}${suffix}`);
const versions = ['v1', 'v2', 'api', 'api/v1', 'partners', 'partner'];

const listPatterns: readonly Pattern[] = [
  plain,
  ...before('/list', '/all', '/todos', '/search', '.json', '/'),
  ...behind('list', 'search', ...versions, 'list/v1', 'search/v1', 'search/v2'),
];

const creationPatterns: readonly Pattern[] = [
  plain,
  ...before('/create', '/new', '/add', '/novo', '/todos', '.json', '/'),
  ...behind(...versions),
  ...['create', 'new'].flatMap((verb) =>
    versions.map(
      (prefix): Pattern =>
        (word) =>
          `/${prefix}/${word}/${verb}`,
    ),
  ),
];

const pathsBy = (patterns: readonly Pattern[], words: readonly string[]): string[] => [
  ...new Set(patterns.flatMap((pattern) => words.map(pattern))),
];

/** Likely paths of a list, the most usual first. */
export const listPaths = (resource: ListedResource): string[] => pathsBy(listPatterns, resourceWords[resource]);

/** Likely paths that create a record, the most usual first. */
export const creationPaths = (resource: OpenResource): string[] => pathsBy(creationPatterns, resourceWords[resource]);

/** Whether a path contains a word of the resource. */
export const isPathOf = (resource: ListedResource, path: string): boolean => {
  const segments = path
    .toLowerCase()
    .replace(/\.json$/, '')
    .split('/')
    .filter(Boolean);
  const isCart = (text: string): boolean => /abandon|carrinho|checkout/.test(text);
  if (resource !== 'abandonedCarts' && isCart(path)) return false;
  return resourceWords[resource].some((word) => segments.includes(word.toLowerCase().split('/').at(-1) ?? ''));
};

const fieldWords = {
  phone: ['phone', 'telefone', 'phone_number', 'phoneNumber', 'Phone', 'celular', 'mobile', 'whatsapp', 'fone'],
  firstName: ['firstName', 'nome', 'first_name', 'First Name', 'givenName', 'given_name', 'primeiroNome', 'fname'],
  lastName: ['lastName', 'sobrenome', 'last_name', 'Last Name', 'surname', 'familyName', 'family_name', 'lname'],
  email: ['email', 'correio', 'email_address', 'E-Mail', 'e-mail', 'emailAddress', 'mail', 'Email'],
  externalId: [
    ...['externalId', 'codigo', 'external_id', 'ID externo', 'externalID', 'idExterno', 'id_externo', 'External ID'],
    ...['externalCode', 'external_code', 'reference', 'ref', 'code', 'partnerId', 'partner_id', 'external'],
  ],
  address: [
    'address',
    'endereco',
    'billing_address',
    'Address',
    'domicilio',
    'billingAddress',
    'shippingAddress',
    'endereço',
  ],
  name: [
    ...['name', 'titulo', 'product_name', 'Name', 'title', 'nome', 'razaoSocial', 'store_name', 'storeName'],
    ...['productName', 'descricao', 'description', 'razao_social', 'nomeFantasia'],
  ],
  provider: [
    'provider',
    'fornecedor',
    'provider_key',
    'Provider',
    'providerKey',
    'supplier',
    'vendor',
    'source',
    'origem',
  ],
  total: [
    ...['total', 'valor', 'order_total', 'Total', 'amount', 'value', 'totalPrice', 'total_price', 'valorTotal'],
    ...['valor_total', 'grandTotal', 'grand_total', 'sum', 'totalAmount', 'total_amount', 'preco', 'price'],
  ],
  url: [
    ...['url', 'endpoint', 'callback_url', 'URL', 'callback', 'callbackUrl', 'targetUrl', 'target_url', 'uri', 'href'],
    ...['webhookUrl', 'webhook_url', 'hook', 'link', 'address', 'target', 'destination'],
  ],
  bearerToken: ['bearerToken', 'bearer_token', 'token', 'authToken', 'auth_token', 'secret', 'segredo'],
  items: ['items', 'itens', 'lineItems', 'line_items', 'cartItems', 'products', 'produtos', 'lines'],
  type: ['type', 'tipo', 'kind', 'discountType', 'discount_type'],
  amount: ['amount', 'value', 'valor', 'discount', 'desconto'],
  limit: ['limit', 'usageLimit', 'usage_limit', 'uses', 'quantity', 'limite', 'maxUses', 'quantidade'],
  price: ['price', 'preco', 'unit_price', 'Price', 'unitPrice', 'valor'],
  customer: ['customer', 'cliente', 'buyer', 'Customer', 'comprador', 'client', 'consumer', 'shopper'],
} as const satisfies Record<string, readonly string[]>;

export type Meaning = keyof typeof fieldWords;

export const namesOf = (meaning: Meaning): readonly string[] => fieldWords[meaning];

const bare = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** The meaning of a field by its name. */
export const meaningOf = (name: string, among: readonly Meaning[]): Meaning | undefined =>
  among.find((meaning) => fieldWords[meaning].some((word) => bare(word) === bare(name)));

const meaningWords: readonly [word: RegExp, meanings: readonly Meaning[]][] = [
  [/e ?mail|correio/, ['email']],
  [/phone|telefone|celular|mobile|whatsapp/, ['phone']],
  [/\bur[li]s?\b|https?\b|callback|webhook|endpoint/, ['url']],
  [/token|secret|segredo/, ['bearerToken']],
  [/external|\bid extern/, ['externalId']],
  [/\b(items|itens|lines|products|produtos)\b/, ['items']],
  [/\b(total|amount|price|valor|preco)\b/, ['total', 'amount', 'price']],
  [/\b(address|endereco)\b/, ['address']],
  [/\b(name|nome)\b/, ['name', 'firstName']],
];

/** The meaning that words suggest: those in the name of a field, or in a sentence about it. */
export const meaningIn = (text: string, among: readonly Meaning[]): Meaning | undefined => {
  const words = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
  return meaningWords
    .flatMap(([word, meanings]) => (word.test(words) ? meanings : []))
    .find((meaning) => among.includes(meaning));
};

/** Names of objects that often contain the fields of a person, a product or an order. */
export const groupWords = {
  person: [
    ...['names', 'name', 'person', 'data', 'profile', 'contact', 'contato', 'contact_data', 'Contact', 'personal'],
    ...['pessoa', 'dados', 'info', 'details', 'customer', 'attributes', 'shipping', 'billing'],
  ],
  personWithin: ['data', 'info', 'details', 'name', 'names', 'contact'],
  thing: ['codes', 'ids', 'data', 'identifiers', 'codigos', 'attributes', 'details', 'info', 'references', 'metadata'],
  money: ['amounts', 'payment', 'totals', 'pagamento', 'valores', 'summary', 'prices', 'sum', 'price'],
  moneyWithin: ['sum', 'total', 'amount', 'totals'],
} as const;
