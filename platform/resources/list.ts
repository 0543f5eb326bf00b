import type { Choices } from '../choices.ts';
import type { Instant } from '../dates/instant.ts';
import { readDateIn } from '../dates/read-date-in.ts';
import { refuse } from '../http/answers.ts';
import { refusalOf } from '../http/body.ts';
import type { RouteHandler } from '../http/router.ts';
import type { DocumentedRefusal } from '../policy/errors.ts';
import type { StoredRecord } from '../tables/records.ts';
import type { World } from '../world.ts';

interface ListQuery {
  after: Instant;
  updatedAt: Instant | undefined;
  page: number;
  pageSize: number;
  problems: string[];
  brokenRules: DocumentedRefusal[];
}

interface Bounds {
  min: number;
  max: number;
}

const digitsOnly = /^\d+$/;

/** The nearest integer in bounds; the smallest one for a text that is no number. */
function clamped(text: string, { min, max }: Bounds): number {
  const number = Math.trunc(Number(text));
  return Number.isNaN(number) ? min : Math.min(max, Math.max(min, number));
}

function readQuery(world: World, query: URLSearchParams): ListQuery {
  const { pages, errors } = world.policy;
  const { lists, requests } = world.choices;
  const problems: string[] = [];
  const brokenRules: ListQuery['brokenRules'] = [];

  const refuseBad = (name: string, expected: string, manner: 'refuse-400' | 'refuse-422') => {
    if (manner === 'refuse-422') brokenRules.push({ status: 422, message: `Invalid ${name}` });
    else problems.push(requests.fieldWording({ field: name, expected, isMissing: !query.has(name) }));
  };
  const readInteger = (name: string, { min, max }: Bounds, manner: Choices['lists']['badPage']): number => {
    const text = query.get(name) ?? '';
    const number = digitsOnly.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    // a clamp corrects a bad value, but a missing one is refused
    if (!query.has(name)) refuseBad(name, 'an integer in bounds', manner === 'clamp' ? 'refuse-400' : manner);
    else if (manner !== 'clamp') refuseBad(name, 'an integer in bounds', manner);
    return clamped(text, { min, max });
  };

  const afterText = query.get('after');
  const after = afterText === null ? undefined : readDateIn(world, 'after', afterText);
  if (after === undefined && (afterText !== null || pages.isAfterRequired)) brokenRules.push(errors.invalidAfter);

  const updatedText = query.get('updatedAt');
  const updatedAt = updatedText === null ? undefined : readDateIn(world, 'updatedAt', updatedText);
  if (updatedText !== null && updatedAt === undefined && lists.badUpdatedAt !== 'ignore') {
    refuseBad('updatedAt', 'a date-time', lists.badUpdatedAt);
  }

  return {
    after: after ?? 0,
    updatedAt,
    page: readInteger('page', { min: pages.minPage, max: Number.MAX_SAFE_INTEGER }, lists.badPage),
    pageSize: readInteger('pageSize', { min: pages.minPageSize, max: pages.maxPageSize }, lists.badPageSize),
    problems,
    brokenRules,
  };
}

/** A list of the caller's records: Endpoints › Paginated lists. */
export function listRoute<R extends StoredRecord>(
  world: World,
  records: () => readonly R[],
  present: (record: R) => object,
): RouteHandler {
  const { pages, isolation, errors } = world.policy;
  return ({ call, company, route }) => {
    const query = readQuery(world, call.query);
    const { page, pageSize } = query;
    const validation = query.problems.length > 0 ? errors.validation(query.problems) : undefined;
    const refusal = refusalOf(world, validation, query.brokenRules);
    if (refusal !== undefined) return refuse(world, refusal);
    const reachable = new Set(
      [...world.companiesById.keys()].filter((recordCompanyId) =>
        isolation.mayReach({ route, recordCompanyId, callerCompanyId: company.id }),
      ),
    );
    const selected = records().filter((record) => reachable.has(record.companyId) && pages.selects(record, query));
    const { start, end } = pages.slice({ page, pageSize, selected: selected.length });
    const totals = pages.totals({ selected: selected.length, pageSize });
    const data = selected.slice(start, end).map((record) => present(record));
    return { status: 200, body: { pagination: { page, pageSize, ...totals }, data } };
  };
}
