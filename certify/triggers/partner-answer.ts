import { z } from 'zod';
import { isObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { heldCouponSchema } from '../../core/partner-record.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { Acted } from './trigger.ts';

/** Longer messages only fill the record. */
const maxMessageLength = 4_000;

/** Shortens a message of a partner. The ellipsis marks a credential that may be cut. */
export const cutMessage = (message: string): string =>
  message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;

/** An error page of PHP or of a framework, whatever its status. */
const isPage = (text: string): boolean => /^\s*<[a-z!]/i.test(text);

/** What a response says, without the markup of an error page. */
const readableText = (text: string): string =>
  isPage(text)
    ? text
        .replaceAll(/<(script|style)\b[^<]*<\/\1>|<[^<>]*>/gi, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text;

/** Longer ids only fill the record. */
const maxIdLength = 1000;

/** The partner's own id or code, which may be a number. */
const ownName = z.union([z.string().max(maxIdLength), z.int().transform(String)], {
  error: `expected a text of at most ${maxIdLength} characters, or a whole number`,
});

/** The fields with which a partner names a new record. */
export const madeFields = { id: ownName.exactOptional(), code: ownName.exactOptional() };

/** What a partner says of an action that it does not carry out. */
const messageSchema = z.object({ message: z.string() });

/** The `message` of a response, or else its text. */
export const reasonIn = (text: string): string =>
  cutMessage(messageSchema.safeParse(parsedJson(text)).data?.message ?? readableText(text));

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

/** Coupons as software reports them, which may say null for what it does not have. */
export const heldCouponsSchema = z.array(
  z
    .object({
      ...heldCouponSchema.shape,
      code: ownName,
      id: ownName,
      type: orNull(z.string()),
      amount: orNull(z.number()),
      minPurchaseValue: orNull(z.number()),
      combinable: orNull(z.boolean()),
    })
    .transform((coupon) => omitUndefined(coupon)),
);

/** Drops null fields, which many partners send for missing ones. */
export const withoutNulls = (answer: unknown): unknown =>
  isObject(answer) ? Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null)) : answer;

const madeSchema = z.preprocess(withoutNulls, z.object(madeFields, { error: 'expected JSON' }));

/** Describes the problems of a response with their places. */
export const problemOf = ({ issues }: z.ZodError): string =>
  cutMessage(issues.map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`).join('; '));

const stateSchema = z.object({ coupons: heldCouponsSchema }, { error: 'expected JSON' });

/** Reads the coupons of a partner from its response to `state`. Throws when it cannot be read. */
export const readState = (text: string): z.output<typeof heldCouponsSchema> => {
  const answer = stateSchema.safeParse(parsedJson(text));
  if (!answer.success) throw new Error(`its state cannot be read: ${problemOf(answer.error)}`);
  return answer.data.coupons;
};

/** Reads a partner's response to an action. Other text than an object or a page counts as an empty response. */
export const readAnswer = (text: string): Acted => {
  if (isPage(text)) {
    return { outcome: 'failed', message: cutMessage(`its answer is a page and not JSON: ${readableText(text)}`) };
  }
  if (!text.trimStart().startsWith('{')) return { outcome: 'done' };
  const made = madeSchema.safeParse(parsedJson(text));
  if (made.success) return { outcome: 'done', ...made.data };
  return { outcome: 'failed', message: `its answer cannot be read: ${problemOf(made.error)}` };
};
