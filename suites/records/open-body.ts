import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';

/**
 * Ends the check where the record stands elsewhere than at the top of the answer. The bodies of customers, products,
 * stores, abandoned carts and users are not shown (Endpoints › Endpoints table), so that one without an `id` at its top
 * may hold the record within.
 */
export const mustStandAtTheTop = ({ unverified }: Pick<CheckContext, 'unverified'>, read: Exchange): void => {
  const { body } = read;
  // one record is asked for: a list is none, whatever it holds
  if (!isObject(body) || 'id' in body || 'pagination' in body) return;
  const { method, path } = read.request;
  unverified('not-observable', `the answer to ${method} ${path}, whose body is not shown, has no id at its top`);
};
