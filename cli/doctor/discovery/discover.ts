import type { JsonObject } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { type Company, offered, type Profile } from '../../../fixtures/profile/profile.ts';
import { likelyIds } from '../../../fixtures/run/registration-id.ts';
import { type Explorer, type ExplorerOptions, openExplorer } from './explorer.ts';
import { findBody, templateFrom } from './find-body.ts';
import { type FlowQuestions, type FoundFlow, findFlows } from './find-flows.ts';
import { recordsIn } from './find-paths.ts';
import { asTemplate, findRecords, type Hints, type Search } from './find-records.ts';
import { type Note, openNotebook } from './notebook.ts';

type Resources = Profile['resources'];

const noHints: Hints = { paths: () => [], body: () => undefined };

export interface DiscoveryOptions extends ExplorerOptions {
  questions: FlowQuestions;
  hints?: Hints;
  /** Reports progress, one line at a time. */
  say(line: string): void;
}

export interface Discovery {
  profile: Profile;
  /** The profile with all flows that were seen, including uncertain ones: enough to try what needs some flow. */
  likely: Profile;
  notes: Note[];
  /** What could not be removed. */
  left: string[];
}

/** A host that does not exist (RFC 2606): notifications sent there are lost. */
const nowhere = 'https://selo.invalid/hook';

/** Removes what was created, in reverse order. */
const removeAll = async (explorer: Explorer, companies: readonly Company[]): Promise<string[]> => {
  const left: string[] = [];
  for (const { what, company: name, path } of explorer.created.toReversed()) {
    const company = companies.find((each) => each.name === name) ?? explorer.company;
    const answer = await explorer.of(company).ask('DELETE', path);
    if (answer?.status !== 200 && answer?.status !== 404) left.push(`one ${what} of ${name}: DELETE ${path}`);
  }
  return left;
};

/** A user from the list that the run may not delete. */
const findUser = async (
  explorer: Explorer,
  list: string | undefined,
): Promise<{ id: string; email: string } | undefined> => {
  if (list === undefined) return undefined;
  const disposable = explorer.company.users?.disposable ?? [];
  for await (const { id, email } of recordsIn(explorer, list, '2000-01-01T00:00:00Z')) {
    if (typeof id !== 'string' || typeof email !== 'string') continue;
    if (!disposable.some((each) => each.id === id)) return { id, email };
  }
  return undefined;
};

/** Finds the flows of all companies by creating orders. */
const findAllFlows = async (
  { explorer, notebook }: Search,
  { companies }: Profile,
  { orders, coupons }: Resources,
  questions: FlowQuestions,
): Promise<{ certain: FoundFlow[]; all: FoundFlow[] }> => {
  if (!orders) return { certain: [], all: [] };
  const couponList = offered(coupons)?.list;
  const found = await Promise.all(
    companies.map((company) =>
      findFlows({ explorer: explorer.of(company), template: orders.body, couponList }, questions),
    ),
  );
  for (const { seen, message, flow, likely } of found.flat()) {
    const key = `companies[${seen.company}].flows`;
    // if only some flows are declared, the effects of the others look like faults of the platform
    const isWhole = found.flat().every((other) => other.seen.company !== seen.company || other.flow);
    if (flow && isWhole) notebook.seen(key, message);
    else notebook.missing(key, message, flow ? [flow] : likely && [likely]);
  }
  for (const [index, { name }] of companies.entries()) {
    if (found[index]?.length === 0) notebook.missing(`companies[${name}].flows`, 'no order of ours started a flow');
  }
  return { certain: found.flatMap((own) => (own.every(({ flow }) => flow) ? own : [])), all: found.flat() };
};

interface FoundWebhook {
  body: JsonObject;
  idPointer?: string;
  isLeft: boolean;
}

/**
 * Finds the body of `POST /webhooks` and the pointer to the id in its answer, and removes the registration again. It
 * replaces the registration of the company: ask first.
 */
const findWebhook = async (
  explorer: Explorer,
  url: string,
  hinted: JsonObject | undefined,
): Promise<FoundWebhook | { refused: string }> => {
  const documented = { event: 'coupon_create' };
  const contents = { url: '{url}', bearerToken: '{bearerToken}' };
  const found = await findBody(explorer, {
    path: '/webhooks',
    documented: () => documented,
    slots: () => ({ url, bearerToken: explorer.newText() }),
    contents,
    ...(hinted ? { template: templateFrom(hinted, contents, documented) } : {}),
  });
  if ('refused' in found) return hinted ? findWebhook(explorer, url, undefined) : found;
  const { template, answer } = found;
  // only a field that the target has named is known to be the URL
  if (!JSON.stringify(template).includes('{url}')) return { refused: 'accepted a body without the URL' };
  for (const { pointer, id } of likelyIds(answer.body)) {
    const removed = await explorer.ask('DELETE', `/webhooks/${encodeURIComponent(id)}`);
    if (removed?.status === 200) return { body: template, idPointer: pointer, isLeft: false };
  }
  return { body: template, isLeft: true };
};

/** Finds the body of a registration, if the run may take one over. Returns what could not be removed. */
const findRegistration = async (
  { explorer, notebook, hints }: Search,
  { companies }: Profile,
  resources: Resources,
): Promise<string[]> => {
  const key = 'resources.webhooks.body';
  const taker = companies.find(({ webhook }) => webhook?.takeOver);
  if (!taker) {
    notebook.missing(key, 'not tried: no registration may be taken over');
    return [];
  }
  const found = await findWebhook(explorer.of(taker), nowhere, hints.body('/webhooks'));
  if ('refused' in found) {
    notebook.missing(key, `POST /webhooks ${found.refused}`);
    return [];
  }
  const { body, idPointer, isLeft } = found;
  resources.webhooks = { body: asTemplate(body), ...omitUndefined({ idPointer }) };
  notebook.seen(key, 'POST /webhooks took the URL in this body');
  return isLeft ? [`the registration of ${taker.name}, at ${nowhere}`] : [];
};

/**
 * Finds out by requests what the document leaves open: the lists, the paths and bodies of creations, their methods, the
 * flows that orders start, and the registration of webhooks. It only reports what it has seen to work. If the profile
 * allows writes, it creates records and removes them.
 */
export const discover = async (options: DiscoveryOptions): Promise<Discovery> => {
  const { profile, questions, say, hints = noHints } = options;
  const explorer = openExplorer(options);
  const notebook = openNotebook(say);
  const search: Search = { explorer, notebook, hints, writes: profile.writes };
  const left: string[] = [];
  try {
    const resources = await findRecords(search);
    const flows = await findAllFlows(search, profile, resources, questions);
    if (profile.writes) left.push(...(await findRegistration(search, profile, resources)));
    const user = await findUser(explorer, offered(resources.users)?.list);
    const companiesWith = (flowsOf: (name: string) => NonNullable<Company['flows']>): Company[] =>
      profile.companies.map((company, index) => {
        const own = flowsOf(company.name);
        const isKnown = index === 0 && user !== undefined && company.users?.known === undefined;
        return {
          ...company,
          ...(own.length > 0 ? { flows: own } : {}),
          ...(isKnown ? { users: { ...company.users, known: user } } : {}),
        };
      });
    const certain = (name: string) =>
      flows.certain.flatMap(({ seen, flow }) => (seen.company === name && flow ? [flow] : []));
    const likely = (name: string) =>
      flows.all.flatMap(({ seen, flow, likely: most }) => (seen.company === name ? [flow ?? most ?? []].flat() : []));
    const found = { ...profile, resources, phonePattern: explorer.phones.pattern };
    return {
      profile: { ...found, companies: companiesWith(certain) },
      likely: { ...found, companies: companiesWith(likely) },
      notes: notebook.notes,
      left,
    };
  } finally {
    left.push(...(await removeAll(explorer, profile.companies)));
  }
};
