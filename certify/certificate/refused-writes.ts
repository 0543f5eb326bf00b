import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { refusalMessage, routeOf } from '../../reports/kit/exchange-labels.ts';
import { excerpt } from '../../reports/kit/printable.ts';
import { statusOf } from '../obligations/model/read-call.ts';

const malformed = 400;
/** A partner may correct a single request. */
const fewestRefused = 2;
const maxMessageLength = 300;

/** What the platform said when it refused a call. */
export const messageIn = ({ answer }: Pick<PartnerCall, 'answer'>): string => {
  const message = 'status' in answer ? refusalMessage(answer.status, answer.body) : '';
  return excerpt(typeof message === 'string' ? message : (JSON.stringify(message) ?? ''), maxMessageLength);
};

/**
 * The kinds of writes that the platform refused by itself again and again, so that they changed nothing, as sentences.
 * `parts` are the judged parts of the records.
 */
export const refusedWrites = (parts: readonly PartnerRecord[]): string[] => {
  const refused = parts
    .flatMap(({ calls }) => calls)
    .filter((call) => call.method !== 'GET' && call.fault === undefined && statusOf(call) === malformed);
  return [...Map.groupBy(refused, routeOf)].flatMap(([route, calls]) => {
    const [first] = calls;
    if (first === undefined || calls.length < fewestRefused) return [];
    return [
      `${route} was refused ${calls.length} times with ${malformed}, and no scenario caused it: ${messageIn(first)}`,
    ];
  });
};
