import { isObject } from '../../core/json.ts';
import { record } from './journal.ts';
import type { Visit } from './visit.ts';

/**
 * Reads an accepted order and compares it with what was sent (Common conventions › Write responses). A missing order with
 * a due notification is left to the ledger.
 */
export const readBack = (visit: Visit): void => {
  const sent = visit.storedStatus();
  if (sent === undefined) return;
  const found = visit.find();
  const wrong: string[] = [];
  if (found.status === 404 && visit.fact()?.[3] === 0) wrong.push('the order is not there');
  const body = found.isServed ? found.body() : undefined;
  if (isObject(body)) {
    const { status = sent, externalId = visit.externalId } = body;
    if (status !== sent) wrong.push(`status is ${String(status)}, not ${sent}`);
    if (externalId !== visit.externalId) wrong.push(`externalId is ${String(externalId)}, not ${visit.externalId}`);
  }
  if (found.isServed || wrong.length > 0) record(['b', visit.externalId, wrong]);
};
