/** Names of fields that identify a person anywhere, in English and in Portuguese. */
const personal = new RegExp(
  [
    'phone|mobile|telefone|celular|whatsapp|e-?mail',
    '(first|last|middle|full|sur|nick|customer|client)[_-]?name|sobrenome|apelido|customer-name',
    'street|logradouro|complement|neighbou?rhood|bairro|district|^cep$|zip|postal',
    '^cpf|cnpj|^rg$|document|tax[_-]?(id|number)|national[_-]?id|passport|birth|nascimento|gender',
    '^(note|comment|observa)',
  ].join('|'),
  'i',
);
const phone = /phone|mobile|telefone|celular|whatsapp/i;
const named = /name|nome/i;

/** Fields whose whole content is personal. */
const persons =
  /^(customer|client|cliente|buyer|comprador|payer|recipient|consumer|consumidor|user|person|pessoa|contact)s?$/i;
const addresses = /address|endere|^(billing|shipping)$/i;
/** Purchased goods are never personal. */
const goods = /^(lineItems|items|products?)$/i;
/** Ids and times of records are not personal. */
const ids = /^(?:id|uuid|provider|code|couponCode|createdAt|updatedAt)$|_id$|I[dD]$/;

/** The kind of record that a field belongs to. */
export type Root = 'person' | 'order' | 'other';

/** What a field holds. `no`: nothing personal; `other`: personal, but neither a phone nor a name. */
export type Personal = 'no' | 'phone' | 'name' | 'other';

/** The kind of record that a path is about. */
export const rootOf = (parts: readonly string[]): Root => {
  if (parts.some((part) => persons.test(part))) return 'person';
  return parts.some((part) => part === 'orders' || part === 'abandoned-carts') ? 'order' : 'other';
};

const placeOf = (above: readonly string[], root: Root): 'person' | 'address' | 'other' =>
  above.reduce<'person' | 'address' | 'other'>(
    (place, name) => {
      if (goods.test(name)) return 'other';
      if (addresses.test(name)) return 'address';
      return persons.test(name) ? 'person' : place;
    },
    root === 'person' ? 'person' : 'other',
  );

/** Whether the name of a field is enough to make it personal. */
export const isPersonal = (name: string): boolean => personal.test(name);

/** What a field holds. `names` are the fields around it and its own, the outermost first. */
export const personalIn = (names: readonly string[], root: Root, form: 'text' | 'number'): Personal => {
  const name = names.at(-1) ?? '';
  if (phone.test(name)) return 'phone';
  if (personal.test(name)) return named.test(name) ? 'name' : 'other';
  if (ids.test(name)) return 'no';
  // a person or an address may be one string
  const place = placeOf(names, root);
  // the name of an order or a cart is its customer’s
  if (root === 'order' && names.length === 1 && /^(name|nome)$/i.test(name)) return 'name';
  if (place === 'other' || (form === 'number' && place === 'person')) return 'no';
  return named.test(name) ? 'name' : 'other';
};
