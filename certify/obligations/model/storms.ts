import { counted } from '../../../core/counted.ts';
import type { PartnerCall } from '../../../core/partner-record.ts';
import { byArrival, pathOf, statusOf } from './read-call.ts';

const answerInWords = (call: PartnerCall): string => {
  const status = statusOf(call);
  return status === undefined ? 'no answer' : `the answer ${status}`;
};

const largest = <Item>(groups: ReadonlyMap<string, Item[]>): [name: string, items: Item[]] =>
  [...groups].reduce<[string, Item[]]>((most, group) => (group[1].length > most[1].length ? group : most), ['', []]);

/** The most frequent request of a storm, with the response that it followed, in words. */
export const stormIn = (calls: readonly PartnerCall[]): { request: PartnerCall[]; words: string } => {
  const [name, request] = largest(Map.groupBy(byArrival(calls), (call) => `${call.method} ${pathOf(call)}`));
  const [answer] = largest(Map.groupBy(request, answerInWords));
  return { request, words: `${counted(request.length, 'request')} ${name}, most of them after ${answer}` };
};
