import { isObject } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import { type RecordUpdate, recordUpdates } from '../records/record-kinds.ts';
import { expectStillThere } from '../records/still-there.ts';
import { sweep } from '../records/sweep.ts';
import type { Rule } from '../rule.ts';

/** Fields of a coupon that the document names for its update, with what they are not. */
const wrongCouponFields: readonly Fault[] = ['used', 'awaitingOrder'].map((name) => ({ at: [name], wrong: 'perhaps' }));

/** A field of a body, by the names on the way to it, with a value that is wrong for it. */
interface Fault {
  at: readonly string[];
  wrong: unknown;
}

const withFault = (body: Body, { at: [name = '', ...rest], wrong }: Fault): Body => {
  const inner = body[name];
  return { ...body, [name]: rest.length > 0 && isObject(inner) ? withFault(inner, { at: rest, wrong }) : wrong };
};

/** Fields that two bodies of changes have in common, also in an object that wraps those that differ. */
const steadyFaults = (body: Body, other: Body): readonly Fault[] =>
  Object.entries(body).flatMap(([name, value]): readonly Fault[] => {
    const inner = other[name];
    if (name === 'status') return [];
    if (JSON.stringify(value) !== JSON.stringify(inner)) {
      if (!isObject(value) || !isObject(inner)) return [];
      return steadyFaults(value, inner).map(({ at, wrong }) => ({ at: [name, ...at], wrong }));
    }
    const another = { at: [name], wrong: isObject(value) || Array.isArray(value) ? 'a text' : { of: value } };
    return name === 'phone' ? [another, { at: [name], wrong: null }] : [another];
  });

/** Faults to add to a body of a change. The document does not say which of them a target refuses. */
const faultsOf = ({ kind }: RecordUpdate, body: Body, other: Body): readonly Fault[] =>
  kind === 'coupon' ? wrongCouponFields : steadyFaults(body, other);

export const refusedUpdates: Rule = {
  id: 'CONV-93',
  text: 'A `PUT` that is refused for one wrong field leaves the other fields as they were',
  source: 'Errors',
  statements: ['S192'],
  level: 'should',
  inferred: 'The document says what a refusal answers, not that it changes nothing.',
  needs: ['writes'],
  async check(context) {
    const { get, put, unverified } = context;
    let refusals = 0;
    await sweep(context, Object.values(recordUpdates), async (update: RecordUpdate) => {
      const { route, given } = update;
      const looks: (() => void)[] = [];
      let record = await given(context);
      let before = await get(record.lookup);
      for (const fault of faultsOf(update, record.change().body, record.change().body)) {
        const { body, isMade } = record.change();
        const answer = await put(record.putPath, { body: withFault(body, fault), expects5xx: true });
        const { status } = answer;
        if (status >= 400 && status < 500) {
          const after = await get(record.lookup);
          const was = before;
          refusals += 1;
          looks.push(() =>
            expectStillThere(after, {
              before: was,
              what: `the record as it was: ${route} was refused for its ${fault.at.join('.')}`,
              isUntouched: (read) => !isMade(read),
            }),
          );
          continue;
        }
        record = await given(context);
        before = await get(record.lookup);
      }
      return () => {
        for (const look of looks) look();
      };
    });
    if (refusals === 0) unverified('not-observable', 'the target refuses none of the wrong fields that the rule tries');
  },
};
