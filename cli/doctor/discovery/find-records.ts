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

/** Paths and bodies to try first, from a description of the target. */
export interface Hints {
  paths(method: 'GET' | 'POST', resource: ListedResource): string[];
  body(path: string): JsonObject | undefined;
}

export interface Search {
  explorer: Explorer;
  notebook: Notebook;
  hints: Hints;
  writes: boolean;
}

/** A template in the type of the profile. */
export const asTemplate = (template: JsonObject): Record<string, never> => template as Record<string, never>;

const dayMs = 24 * 3600 * 1000;
/** A day ago, in case the clock of the target is behind. */
const sinceOf = ({ runtime }: Explorer): string => new Date(runtime.date().getTime() - dayMs).toISOString();

/** Finds the lists of these resources at likely paths. */
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

/** The methods that answer as documented at the path of a record. */
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

/** Other forms of a Brazilian phone, if the target refuses or does not find the declared one. */
const otherPhoneForms = ['55119########', '119########', '55 11 9########', '+55 11 9########'];

const isAboutPhone = (refused: string): boolean => /phone|telefone|celular|mobile|whatsapp/i.test(refused);

/**
 * Like `findCreationBody`, but tries other forms of phones if the target refuses a customer's phone or does not find
 * it.
 */
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
    notebook.seen('phonePattern', 'a customer with such a phone was created, and found by it');
    return first;
  }
  if (!isAboutPhone(first.refused)) return first;
  for (const pattern of otherPhoneForms) {
    explorer.phones.pattern = pattern;
    const made = await find();
    if ('refused' in made) continue;
    notebook.seen(
      'phonePattern',
      `a customer with such a phone was created, and found by it; with ${given}, that failed`,
    );
    return made;
  }
  explorer.phones.pattern = given;
  notebook.missing('phonePattern', `no form of a phone was both accepted and found again: ${first.refused}`);
  return first;
};

/** Whether a list shows a record that was made at that time or later. */
const showsRecord = async (explorer: Explorer, list: string, id: string, since: string): Promise<boolean> => {
  for await (const record of recordsIn(explorer, list, since)) if (record.id === id) return true;
  return false;
};

/** Creates a record of the kind at the path; undefined if that fails. */
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
  const isListed = list !== undefined && (await showsRecord(explorer, list, made.record.id, since));
  const listKey = `resources.${resource}.list`;
  if (isListed) notebook.seen(listKey, `${list} shows the new ${what}`);
  else if (list !== undefined) notebook.missing(listKey, `${list} is a list, but does not show the new ${what}`);
  const methods = at === undefined ? [] : await methodsOf(explorer, `${at}/${made.record.id}`, made.sent);
  return { body: made.template, methods, list: isListed ? list : undefined };
};

/** The document says to always send their `externalId` (Resources › Identity of duplicates). */
const identified: readonly OpenResource[] = ['stores', 'abandonedCarts'];

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
  const hinted = hints.paths('POST', resource);
  // a list and the creation of its records usually share a path
  const path = await findCreation(explorer, resource, { hinted, otherwise: list });
  if (path === undefined) {
    notebook.missing(key, 'no likely path takes a POST');
    return seenList();
  }
  const made = await make(search, { kind: kinds[resource], path, list, key });
  if (!made) return seenList();
  const body = identified.includes(resource) ? { ...made.body, externalId: '{externalId}' } : made.body;
  return {
    create: { path, body: asTemplate(body) },
    ...omitUndefined({ list: made.list }),
    methods: made.methods,
  };
};

const listed: readonly ListedResource[] = ['customers', 'stores', 'abandonedCarts', 'orders', 'coupons', 'users'];

/** Finds the list, the creation and the methods of each resource. */
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
