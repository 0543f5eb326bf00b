import fc from 'fast-check';
import { missingCapabilities } from '../../suites/capability.ts';
import { expectHolds, expectNothing } from '../../suites/judge/expect.ts';
import { recordRemovals } from '../../suites/records/record-kinds.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { acceptedOf, atOnce, lateMs, mustAcceptOne, simultaneous, statusesOf } from './at-once.ts';

/** The kinds for which the document shows the deletion and the response when there is no record. */
const kinds = ['order', 'customer'] as const;

export const deletions = property({
  id: 'LAW-60',
  text: 'Only one of several simultaneous deletions of an order or a customer succeeds',
  source: 'Endpoints › Endpoints table',
  statements: ['S125'],
  rules: ['ORD-19', 'ORD-22'],
  ...simultaneous,
  needs: ['create orders'],
  cases: { quick: 8, full: 30 },
  drawn: (profile) =>
    recordOf({
      kind: fc.constantFrom(
        // the property as a whole needs orders
        ...kinds.filter(
          (kind) => kind === 'order' || missingCapabilities(profile, recordRemovals[kind].needs).length === 0,
        ),
      ),
      deletions: fc.array(recordOf({ lateMs }), { minLength: 2, maxLength: 6 }),
    }),
  async holds(context, { kind, deletions: drawn }) {
    const { get, del, clock } = context;
    const at = await recordRemovals[kind].given(context);
    const control = mustBeAccepted(await get(at), `reading the ${kind}`);
    const answers = await atOnce(clock, drawn, () => del(at));
    mustAcceptOne(answers, `deleting the ${kind}`);
    const accepted = acceptedOf(answers);
    for (const answer of accepted.slice(-1)) {
      const { length } = accepted;
      expectHolds(
        answer,
        'deletions',
        'one accepted, since the others find nothing',
        statusesOf(answers),
        length === 1,
      );
    }
    expectNothing(await get(at), { what: 'nothing, since it is deleted', control });
  },
});
