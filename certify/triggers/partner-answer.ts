import { z } from 'zod';
import { isObject } from '../../core/json.ts';
import { heldCouponSchema } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { cutMessage } from './cut-message.ts';
import type { Acted } from './trigger.ts';

/** What is longer would only fill the record. */
const longestId = 1000;

/** An id or a code of the partner's own; many count theirs. */
const ownName = z.union([z.string().max(longestId), z.int().transform(String)], {
  error: `expected a text of at most ${longestId} characters, or a whole number`,
});

/** What a partner says of what it made. */
export const madeFields = { id: ownName.exactOptional(), code: ownName.exactOptional() };

export const heldCouponsSchema = z.array(z.object({ ...heldCouponSchema.shape, code: ownName, id: ownName }));

/** Many write null for what they leave out. */
export const withoutNulls = (answer: unknown): unknown =>
  isObject(answer) ? Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)) : answer;

const madeSchema = z.preprocess(withoutNulls, z.object(madeFields, { error: 'expected JSON' }));

/** What is wrong with an answer, and where. */
export const problemOf = ({ issues }: z.ZodError): string =>
  cutMessage(issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; '));

/** What a partner answers once it has taken an action on. What is no object says nothing. */
export const readAnswer = (text: string): Acted => {
  if (!text.trimStart().startsWith('{')) return { outcome: 'done' };
  const made = madeSchema.safeParse(parsedJson(text));
  if (made.success) return { outcome: 'done', ...made.data };
  return { outcome: 'failed', message: `its answer cannot be read: ${problemOf(made.error)}` };
};
