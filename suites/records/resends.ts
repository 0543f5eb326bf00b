import { isObject, show, valueAt } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, isAccepted } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { untilLaterDate } from './listing.ts';
import { placesIn, varyBody } from './vary-body.ts';

/** A body without the fields that hold one of the values, at any depth. */
export const withoutValues = (body: Body, values: readonly unknown[]): Body =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => !values.includes(value))
      .map(([name, value]) => [name, isObject(value) ? withoutValues(value, values) : value]),
  );

/** Asserts that a record shows in each field what it showed before, and nothing where it showed nothing. */
export const expectUnchanged = (after: Exchange, before: Exchange, fields: readonly string[]): void => {
  for (const field of ['id', ...fields]) {
    const [was, is] = [valueAt(before.body, `/${field}`), valueAt(after.body, `/${field}`)];
    expectHolds(after, `/${field}`, `${show(was)}, as before`, is, show(was) === show(is));
  }
};

/** A creation that is sent again, and what identifies its record: values, and names of fields. */
interface Resent {
  createPath: string;
  body: Body;
  values: readonly string[];
  names: readonly string[];
}

/**
 * Posts a body again with other values for all that does not identify its record, also for what the profile fixes. If
 * the target refuses one of these values, posts them one after another. A refused one changes nothing either.
 */
export const resendVaried = async (
  { post }: Pick<CheckContext, 'post'>,
  { createPath, body, values, names }: Resent,
): Promise<void> => {
  const isOpen = (value: unknown, at: string): boolean =>
    !values.some((own) => String(value).includes(own)) && !names.some((name) => at.endsWith(`/${name}`));
  const all = await post(createPath, { body: varyBody(body, isOpen) });
  if (isAccepted(all)) return;
  for (const place of placesIn(body, isOpen)) {
    await post(createPath, { body: varyBody(body, (_, at) => at === place) });
  }
};

/** What is posted again, and where the record is read. */
interface Sent {
  createPath: string;
  body: Body;
  lookup: string;
  read: Exchange;
}

interface KeepsItsDate {
  title: string;
  needs: Rule['needs'];
  given(context: CheckContext): Promise<Sent>;
}

export const keepsUpdatedAt = (id: Rule['id'], { title, needs = [], given }: KeepsItsDate): Rule => ({
  id,
  text: `${title} that is posted again keeps its \`updatedAt\``,
  source: 'Resources and their fields › Common conventions',
  statements: ['S040', 'S036'],
  level: 'should',
  inferred: 'The document does not say that the date of the last change is part of what stays unchanged.',
  needs,
  async check(context) {
    const { get, post, unverified } = context;
    const { createPath, body, lookup, read } = await given(context);
    if (typeof valueAt(read.body, '/updatedAt') !== 'string') {
      return unverified('not-observable', `GET ${read.request.path} shows no updatedAt`);
    }
    await untilLaterDate(context, valueAt(read.body, '/updatedAt'));
    mustBeAccepted(await post(createPath, { body }), 'posting the record again');
    expectUnchanged(await get(lookup), read, ['updatedAt']);
  },
});
