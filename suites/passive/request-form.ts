import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { carriesAccess } from './read-exchange.ts';

const bodyForm = (body = ''): string => {
  if (body === '') return 'no body';
  try {
    const sent: unknown = JSON.parse(body);
    if (isObject(sent)) return `fields ${Object.keys(sent).toSorted().join(' ')}`;
    return Array.isArray(sent) ? 'a list' : typeof sent;
  } catch {
    return 'no JSON';
  }
};

/** Which parameters a query has, and which of them are empty. */
const queryForm = (path: string): string =>
  path
    .split(/[?&]/)
    .slice(1)
    .map((pair) => pair.replace(/=.+$/, ''))
    .join('&');

/**
 * The form of a request, without the values that each try has of its own. A step of a check that leaves something out has
 * another form than its control.
 */
export const requestForm = (exchange: Exchange): string => {
  const { path, headers, body } = exchange.request;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const access = carriesAccess(exchange) ? 'with access' : 'without access';
  return [queryForm(path), access, isTyped ? 'typed' : 'untyped', bodyForm(body)].join(' · ');
};
