import { isObject } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';

/**
 * Ends the check if the record is not at the top level of the response. The document does not show the bodies of
 * customers, products, stores, abandoned carts and users (Endpoints › Endpoints table), so the record may be nested.
 */
export const mustStandAtTheTop = ({ unverified }: Pick<CheckContext, 'unverified'>, read: Exchange): void => {
  const { body } = read;
  // a list is never the one record that was requested
  if (!isObject(body) || 'id' in body || 'pagination' in body) return;
  const { method, path } = read.request;
  unverified('not-observable', `the answer to ${method} ${path}, whose body is not shown, has no id at its top`);
};
