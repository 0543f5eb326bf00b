/** What says who somebody is wherever it stands, in English and in Portuguese. */
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

/** Fields below which everything is somebody’s. */
const persons =
  /^(customer|client|cliente|buyer|comprador|payer|recipient|consumer|consumidor|user|person|pessoa|contact)s?$/i;
const addresses = /address|endere|^(billing|shipping)$/i;
/** What was bought is nobody’s, wherever it stands. */
const goods = /^(lineItems|items|products?)$/i;
/** By what records are distinguished, and when they were made: nothing of a person. */
const ids = /^(?:id|uuid|provider|code|couponCode|createdAt|updatedAt)$|_id$|I[dD]$/;

/** Whose a record is in which a field stands. */
export type Root = 'person' | 'order' | 'other';

/** What stands in a field: nobody’s, a phone, a name, or anything else that says something about a person. */
export type Personal = 'no' | 'phone' | 'name' | 'other';

/** Whose the records are that a path is about. */
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

/** Whether a field by its name alone, wherever it stands, says something about a person. */
export const isPersonal = (name: string): boolean => personal.test(name);

/** What a field holds, by the names of the fields that it stands in and its own, the outermost first. */
export const personalIn = (names: readonly string[], root: Root, form: 'text' | 'number'): Personal => {
  const name = names.at(-1) ?? '';
  if (phone.test(name)) return 'phone';
  if (personal.test(name)) return named.test(name) ? 'name' : 'other';
  if (ids.test(name)) return 'no';
  // a person or an address may be one text
  const place = placeOf(names, root);
  // an order or a cart that has a name has its customer’s
  if (root === 'order' && names.length === 1 && /^(name|nome)$/i.test(name)) return 'name';
  if (place === 'other' || (form === 'number' && place === 'person')) return 'no';
  return named.test(name) ? 'name' : 'other';
};
