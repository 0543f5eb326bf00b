import { isObject, type JsonObject } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { Explorer } from './explorer.ts';
import { findCreationBody, type Kind, kinds } from './find-creation-body.ts';
import { findCreation, findList, recordsIn } from './find-paths.ts';
import type { Notebook } from './notebook.ts';
import type { ListedResource, OpenResource } from './words.ts';

type Resources = Profile['resources'];
type OpenDeclaration = Exclude<Resources[OpenResource], false | undefined>;
type Methods = NonNullable<OpenDeclaration['methods']>;

/** What a description of the target says: paths and bodies to try first. */
export interface Hints {
  paths(method: 'GET' | 'POST', resource: ListedResource): string[];
  /** An example of the body of a POST. */
  body(path: string): JsonObject | undefined;
}

export interface Search {
  explorer: Explorer;
  notebook: Notebook;
  hints: Hints;
  /** Whether records may be created. */
  writes: boolean;
}

/** A template as the profile's type has it. */
export const asTemplate = (template: JsonObject): Record<string, never> => template as Record<string, never>;

const dayMs = 24 * 3600 * 1000;
/** Early enough for a target whose clock is behind. */
const sinceOf = ({ runtime }: Explorer): string => new Date(runtime.date().getTime() - dayMs).toISOString();

/** Where records of the resource are listed, looked for at likely paths. */
const findLists = async (
  { explorer, notebook, hints }: Search,
  resources: readonly ListedResource[],
): Promise<Map<ListedResource, string>> => {
  const found = new Map<ListedResource, string>();
  for (const resource of resources) {
    const path = await findList(explorer, resource, hints.paths('GET', resource));
    if (path === undefined) notebook.missing(`resources.${resource}.list`, 'no likely path answers with a list');
    else found.set(resource, path);
  }
  return found;
};

/** Which methods a record takes at its path: those that answer it as the document does. */
const methodsOf = async (explorer: Explorer, path: string, body: JsonObject): Promise<Methods> => {
  const methods: Methods = [];
  if ((await explorer.read(path))?.status === 200) methods.push('GET');
  if ((await explorer.ask('PUT', path, body))?.status === 200) methods.push('PUT');
  const removed = await explorer.ask('DELETE', path);
  if (removed?.status === 200 && isObject(removed.body) && removed.body.result === true) methods.push('DELETE');
  return methods;
};

interface Made {
  body: JsonObject;
  methods: Methods;
  list: string | undefined;
}

/** Forms of a Brazilian phone, where the one of the profile is refused or not found again. */
const otherPhoneForms = ['55119########', '119########', '55 11 9########', '+55 11 9########'];

const isAboutPhone = (refused: string): boolean => /phone|telefone|celular|mobile|whatsapp/i.test(refused);

/** As `findCreationBody`, with other forms of phones where a customer is refused for its phone or not found by it. */
const findWithPhones = async (
  { explorer, notebook, hints }: Search,
  kind: Kind,
  path: string,
): ReturnType<typeof findCreationBody> => {
  const find = () => findCreationBody(explorer, kind, path, hints.body(path));
  const first = await find();
  if (kind.resource !== 'customers') return first;
  const given = explorer.phones.pattern;
  if (!('refused' in first)) {
    notebook.seen('phonePattern', `a customer with such a phone was created, and found by it`);
    return first;
  }
  if (!isAboutPhone(first.refused)) return first;
  for (const pattern of otherPhoneForms) {
    explorer.phones.pattern = pattern;
    const made = await find();
    if ('refused' in made) continue;
    notebook.seen('phonePattern', `a customer with such a phone was created, and found by it; with ${given} not`);
    return made;
  }
  explorer.phones.pattern = given;
  notebook.missing('phonePattern', `no form of a phone was both accepted and found again: ${first.refused}`);
  return first;
};

/** A record of the kind made at the path; undefined where that does not succeed. */
const make = async (
  search: Search,
  { kind, path, list, key }: { kind: Kind; path: string; list: string | undefined; key: string },
): Promise<Made | undefined> => {
  const { explorer, notebook } = search;
  const { resource, what, at } = kind;
  const since = sinceOf(explorer);
  const made = await findWithPhones(search, kind, path);
  if ('refused' in made) {
    notebook.missing(key, `POST ${path} ${made.refused}`);
    return undefined;
  }
  notebook.seen(key, `POST ${path} created one ${what}, and its lookup showed it`);
  const isListed =
    list !== undefined && (await recordsIn(explorer, list, since)).some(({ id }) => id === made.record.id);
  const listKey = `resources.${resource}.list`;
  if (isListed) notebook.seen(listKey, `${list} shows the new ${what}`);
  else if (list !== undefined) notebook.missing(listKey, `${list} is a list, but does not show the new ${what}`);
  const methods = at === undefined ? [] : await methodsOf(explorer, `${at}/${made.record.id}`, made.sent);
  return { body: made.template, methods, list: isListed ? list : undefined };
};

const findOpen = async (
  search: Search,
  resource: OpenResource,
  list: string | undefined,
): Promise<OpenDeclaration | undefined> => {
  const { explorer, notebook, hints, writes } = search;
  const seenList = (): OpenDeclaration | undefined => {
    if (list === undefined) return undefined;
    notebook.seen(`resources.${resource}.list`, `${list} answers with a list`);
    return { list };
  };
  if (!writes) return seenList();
  const key = `resources.${resource}.create`;
  const path = await findCreation(explorer, resource, hints.paths('POST', resource));
  if (path === undefined) {
    notebook.missing(key, 'no likely path takes a POST');
    return seenList();
  }
  const made = await make(search, { kind: kinds[resource], path, list, key });
  if (!made) return seenList();
  return {
    create: { path, body: asTemplate(made.body) },
    ...omitUndefined({ list: made.list }),
    methods: made.methods,
  };
};

const listed: readonly ListedResource[] = ['customers', 'stores', 'abandonedCarts', 'orders', 'coupons', 'users'];

/** Where each resource is and how one is made. */
export const findRecords = async (search: Search): Promise<Resources> => {
  const { explorer, notebook, writes } = search;
  const lists = (await findLists(search, listed)).set('products', '/products');
  const resources: Resources = {};
  for (const resource of ['customers', 'products', 'stores', 'abandonedCarts'] as const) {
    const found = await findOpen(search, resource, lists.get(resource));
    if (found) resources[resource] = found;
  }
  const createdAt = (kind: Kind, path: string, key: string, list?: string) =>
    writes ? make(search, { kind, path, list, key }) : undefined;
  const order = await createdAt(kinds.orders, '/orders', 'resources.orders.body', lists.get('orders'));
  if (order) {
    resources.orders = { body: asTemplate(order.body), ...omitUndefined({ list: order.list }) };
  }
  const shared = await createdAt(kinds.sharedCoupons, '/coupons/shared', 'resources.sharedCoupons.body');
  if (shared) resources.sharedCoupons = { body: asTemplate(shared.body) };
  for (const resource of ['coupons', 'users'] as const) {
    const list = lists.get(resource);
    if (list === undefined) continue;
    resources[resource] = { list };
    notebook.seen(`resources.${resource}.list`, `${list} answers with a list`);
  }
  if ((await explorer.ask('GET', '/coupons-config'))?.status === 404) {
    resources.couponsConfig = false;
    notebook.seen('resources.couponsConfig', 'GET /coupons-config answers 404: the target has none');
  }
  return resources;
};
