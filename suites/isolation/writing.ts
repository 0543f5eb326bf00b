import { path } from '../path.ts';
import { type RecordRemoval, type RecordUpdate, recordRemovals, recordUpdates } from '../records/record-kinds.ts';
import { expectStillThere } from '../records/still-there.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'What the service does';

const unchanged = (id: Rule['id'], { kind, route, needs, given }: RecordUpdate): Rule => ({
  id,
  text: `\`${route}\` does not change another company's ${kind}`,
  source,
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...needs],
  async check(context) {
    const { get, put, secondCompany, unverified } = context;
    const { putPath, lookup, change } = await given(context);
    const before = await get(lookup);
    const foreign = change();
    await secondCompany().put(putPath, { body: foreign.body });
    const kept = await get(lookup);
    expectStillThere(kept, {
      before,
      what: "the record, with nothing of the other company's change",
      isUntouched: (record) => !foreign.isMade(record),
    });

    const own = change();
    mustBeAccepted(await put(putPath, { body: own.body }), "the owner's change");
    if (!own.isMade(await get(lookup)))
      unverified('not-observable', "the record does not show the owner's own change either");
  },
});

const undeleted = (id: Rule['id'], { route, needs, given }: RecordRemoval): Rule => ({
  id,
  text: `\`${route}\` does not delete another company's record`,
  source,
  statements: ['S007', 'S161'],
  level: 'must',
  needs: ['second company', ...needs],
  async check(context) {
    const at = await given(context);
    const before = await context.get(at);
    await context.secondCompany().del(at);
    expectStillThere(await context.get(at), { before, what: 'the record, which the other company cannot delete' });
    mustBeAccepted(await context.del(at), "the owner's deletion");
  },
});

export const writing: readonly Rule[] = [
  unchanged('ISO-16', recordUpdates.customer),
  unchanged('ISO-17', recordUpdates.product),
  unchanged('ISO-18', recordUpdates.order),
  unchanged('ISO-19', recordUpdates.store),
  unchanged('ISO-20', recordUpdates.cart),
  unchanged('ISO-21', recordUpdates.couponById),
  unchanged('ISO-22', recordUpdates.couponByCode),
  undeleted('ISO-23', recordRemovals.customer),
  undeleted('ISO-24', recordRemovals.product),
  undeleted('ISO-25', recordRemovals.order),
  undeleted('ISO-26', recordRemovals.store),
  undeleted('ISO-27', recordRemovals.cart),
  {
    id: 'ISO-38',
    text: "`DELETE /users/:id` does not delete another company's user",
    source,
    statements: ['S007', 'S128', 'S161'],
    level: 'should',
    inferred: 'The document does not say whether a person who uses two companies is one user.',
    needs: ['second company', 'spare disposable user'],
    async check({ get, users, secondCompany }) {
      const { id } = users.disposable();
      const at = path`/users/${id}`;
      const before = await get(at);
      await secondCompany().del(at);
      expectStillThere(await get(at), { before, what: 'the user, whom the other company cannot delete' });
    },
  },
];
