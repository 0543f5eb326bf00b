import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext, GivenRecord } from '../check-context.ts';
import { path } from '../path.ts';
import { mustBeAccepted } from '../session/given.ts';

/** The id of a user as the target writes it. The profile may have it in other letters, which mean the same in a UUID. */
export const idAsShown = (declared: string, { body }: Exchange): string => {
  const shown = valueAt(body, '/id');
  return typeof shown === 'string' && shown.toLowerCase() === declared.toLowerCase() ? shown : declared;
};

/** Reads the user that the profile names, by its id. */
export const readKnownUser = async ({ get, users }: CheckContext): Promise<GivenRecord & { email: string }> => {
  const { id, email } = users.known();
  const read = mustBeAccepted(await get(path`/users/${id}`), 'reading the known user');
  return { id: idAsShown(id, read), email, read };
};
