import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import type { Handle } from '../../platform/http/call.ts';

/** A request as a text that is the same at its sender and its receiver. */
const inWords = (method: string, path: string, query: string, body: string): string =>
  `${method} ${path} ${new URLSearchParams(query)} ${body}`;

/** The setup of a run also makes and restores registrations, and these requests are not recorded. */
const isRegistration = (path: string): boolean => path.startsWith('/webhooks');

/** Notes the requests that arrive at a platform. */
export const noting =
  (arrived: string[]) =>
  (handle: Handle): Handle =>
  (call) => {
    if (!isRegistration(call.path)) arrived.push(inWords(call.method, call.path, String(call.query), call.body));
    return handle(call);
  };

/** The requests in a run's file of exchanges, with and without an answer. */
export const recordedIn = (file: string): string[] =>
  [...wholeLinesIn(file)].map((line) => {
    const { request }: RecordedExchange = JSON.parse(line);
    const [path = '', query = ''] = request.path.split('?');
    return inWords(request.method, path, query, request.body ?? '');
  });

/** The entries of the first list that the second one lacks; repeated entries count. */
export const missingFrom = (there: readonly string[], recorded: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const each of recorded) left.set(each, (left.get(each) ?? 0) + 1);
  return there.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
};
