import { isObject, type JsonObject } from '../../../core/json.ts';
import type { Exchange } from '../../../fixtures/exchange.ts';
import type { Explorer } from './explorer.ts';
import { creationPaths, type ListedResource, listPaths, type OpenResource } from './words.ts';

const atOnce = 16;

/** The first candidate that fits; several are tried at once. */
const firstThat = async (
  candidates: readonly string[],
  fits: (path: string) => Promise<boolean>,
): Promise<string | undefined> => {
  for (let from = 0; from < candidates.length; from += atOnce) {
    const some = candidates.slice(from, from + atOnce);
    const results = await Promise.all(some.map(fits));
    const found = some[results.indexOf(true)];
    if (found !== undefined) return found;
  }
  return undefined;
};

const isList = (answer: Exchange | undefined): boolean =>
  answer?.status === 200 &&
  isObject(answer.body) &&
  Array.isArray(answer.body.data) &&
  isObject(answer.body.pagination) &&
  'totalRecords' in answer.body.pagination;

const listQuery = (after: string, page = 1, pageSize = 50): string =>
  `?after=${encodeURIComponent(after)}&page=${page}&pageSize=${pageSize}`;

const answersWithList = async (explorer: Explorer, path: string): Promise<boolean> =>
  isList(await explorer.ask('GET', path + listQuery('2020-01-01T00:00:00Z', 1, 1)));

/** Finds the path of a list: the first likely path that answers with a documented list. */
export const findList = async (
  explorer: Explorer,
  resource: ListedResource,
  hinted: readonly string[],
): Promise<string | undefined> => {
  // if any path returns a list, none is known to be this one
  if (await answersWithList(explorer, `/${explorer.newText()}`)) return undefined;
  return await firstThat([...hinted, ...listPaths(resource)], (path) => answersWithList(explorer, path));
};

const maxPages = 5;

/** The records on the first pages of a list, made at that time or later. It asks for a page only if it is needed. */
export async function* recordsIn(explorer: Explorer, path: string, since: string): AsyncGenerator<JsonObject, void> {
  for (let page = 1; page <= maxPages; page++) {
    const answer = await explorer.ask('GET', path + listQuery(since, page));
    const data = isObject(answer?.body) && Array.isArray(answer.body.data) ? answer.body.data : [];
    if (data.length === 0) return;
    yield* data.filter(isObject);
  }
}

/** Malformed JSON creates nothing, and an endpoint that accepts POST answers it with 400 (Endpoints). */
const takesPost = async (explorer: Explorer, path: string): Promise<boolean> => {
  const answer = await explorer.ask('POST', path, '{"selo":');
  return answer?.status === 400;
};

/**
 * Finds the path that creates a record: the first likely path that accepts POST. A target that refuses
 * malformed JSON everywhere shows none, and `otherwise` is for this case.
 */
export const findCreation = async (
  explorer: Explorer,
  resource: OpenResource,
  { hinted, otherwise }: { hinted: readonly string[]; otherwise: string | undefined },
): Promise<string | undefined> => {
  if (await takesPost(explorer, `/${explorer.newText()}`)) return hinted[0] ?? otherwise;
  return await firstThat([...new Set([...hinted, ...creationPaths(resource)])], (path) => takesPost(explorer, path));
};
