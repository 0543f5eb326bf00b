import { callsDuring, doneActions } from './actions.ts';
import type { Obligation, Observation } from './obligation.ts';
import { observation } from './observation.ts';
import {
  callsOf,
  creates,
  endOf,
  fieldsOf,
  isAccepted,
  isFailed,
  isTo,
  isWrite,
  nameOf,
  partsOf,
  pathOf,
  statusOf,
} from './read-call.ts';
import type { PartnerCall, PartnerRecord } from './record.ts';
import { actionBefore, isKeyedByPartner, sameBodies, sameSends, underAnotherId, untilTaken } from './repeated-sends.ts';

const whatHappened = (call: PartnerCall): string => {
  const status = statusOf(call);
  return status === undefined ? 'got no answer' : `was answered ${status}`;
};

/** Whether a call shows that the partner looked what had become of a send. */
const looksAfter = (call: PartnerCall, failed: PartnerCall): boolean => {
  const [resource, id] = partsOf(failed);
  const [asked, key, value] = partsOf(call);
  if (asked !== resource) return false;
  if (failed.method === 'PUT') return pathOf(call) === pathOf(failed);
  const { externalId, code } = fieldsOf(failed);
  const isNamed = (key === 'external' && value === nameOf(externalId)) || (key === 'code' && value === nameOf(code));
  // a path of more parts is a creation of its own kind
  return call.method === 'GET' && isAccepted(call) && isNamed && (id === undefined || id === 'shared');
};

/** Orders that the partner was made to send again, by its own ids. */
const askedFor = (record: PartnerRecord, calls: readonly PartnerCall[]): Observation[] =>
  doneActions(record, 'create-order').flatMap((action) => {
    const id = nameOf(action.parameters.id);
    const before = new Set(
      calls.filter(({ atMs }) => atMs < action.fromMs).map((call) => nameOf(fieldsOf(call).externalId)),
    );
    const sent = callsDuring(record, action).filter((call) => calls.includes(call) && creates(call, 'orders'));
    // some partners have ids that no call shows, and a send without one is judged by itself
    if (id === undefined || !before.has(id) || sent.length === 0) return [];
    const others = sent
      .flatMap((call) => nameOf(fieldsOf(call).externalId) ?? [])
      .filter((other) => !before.has(other));
    return [
      observation(
        others.length === 0,
        { actions: [action.number], calls: sent.map(({ number }) => number) },
        `order ${id} was to be sent again and came as ${others[0]}, which makes another order`,
      ),
    ];
  });

/** When the last thing in the record happened. */
const lastMs = ({ calls, attempts, actions, states }: PartnerRecord): number =>
  Math.max(
    0,
    ...calls.map(endOf),
    ...attempts.map(endOf),
    ...actions.map(({ toMs }) => toMs),
    ...states.map(({ atMs }) => atMs),
  );

/** A pause that is this much longer than the first has grown, whatever chance adds to it. */
const growth = 1.25;

const shownMs = (pauses: readonly number[]): string => pauses.map((pause) => `${Math.round(pause)} ms`).join(', ');

export const repeats: readonly Obligation[] = [
  {
    id: 'PART-16',
    text: 'An order, a store or a cart that is sent again bears the same externalId, above all when no answer came',
    source: 'Resources and their fields › Common conventions',
    statements: ['S040', 'S196'],
    level: 'must',
    judge(record) {
      const calls = callsOf(record).filter(isKeyedByPartner);
      const afterFailures = calls.filter(isFailed).flatMap((failed) => {
        const externalId = nameOf(fieldsOf(failed).externalId);
        if (externalId === undefined) return [];
        const again = calls.find(
          (call) => call.atMs >= endOf(failed) && nameOf(fieldsOf(call).externalId) === externalId,
        );
        if (again) return [observation(true, { calls: [failed.number, again.number] }, '')];
        const other = underAnotherId(record, calls, failed);
        if (!other) return [];
        const told = nameOf(fieldsOf(other).externalId);
        return [
          observation(
            false,
            { calls: [failed.number, other.number] },
            `POST ${pathOf(failed)} with externalId ${externalId} ${whatHappened(failed)} and came again ${told === undefined ? 'without one' : `with ${told}`}; the first may have been stored, so both must bear the same`,
          ),
        ];
      });
      return [...afterFailures, ...askedFor(record, calls)];
    },
  },
  {
    id: 'PART-17',
    text: 'What was answered 5xx or not at all is sent again, or looked up, until it is known to be stored',
    source: 'Errors',
    statements: ['S196'],
    // follows from what a 500 is: it says nothing of the call
    level: 'should',
    judge(record) {
      const calls = callsOf(record);
      const end = lastMs(record);
      return sameSends(calls.filter(isWrite)).flatMap((sends) => {
        const [failed] = sends.filter(isFailed);
        if (!failed) return [];
        const last = sends.at(-1);
        const isRepeated = last !== undefined && last !== failed && !isFailed(last);
        const found = calls.find((call) => call.atMs >= endOf(failed) && call !== failed && looksAfter(call, failed));
        const other = underAnotherId(record, calls, failed);
        const held = isRepeated || found !== undefined || other !== undefined;
        // at the end of a session it may still be to come
        if (!held && end - endOf(failed) < record.receiverMs) return [];
        return [
          observation(
            held,
            { calls: [...new Set([failed, ...sends, ...(found ? [found] : [])])].map(({ number }) => number) },
            `${failed.method} ${pathOf(failed)} ${whatHappened(failed)} and was not sent again until it was taken; it is lost`,
          ),
        ];
      });
    },
  },
  {
    id: 'PART-18',
    text: 'The pauses between sends of the same call that fails again and again grow',
    source: 'Errors',
    statements: ['S196'],
    // inferred: nothing is said of how a partner tries again
    level: 'should',
    judge: (record) =>
      sameSends(callsOf(record)).flatMap((all) => {
        const sends = all.some(isFailed) ? untilTaken(all) : [];
        const pauses = sends.slice(1).map((call, index) => call.atMs - endOf(sends[index] ?? call));
        const [first, ...later] = pauses;
        // sends that overlap are not repeats of one another
        if (first === undefined || later.length === 0 || pauses.some((pause) => pause < 0)) return [];
        const [{ method } = { method: '' }] = sends;
        return [
          observation(
            Math.max(...later) >= growth * first,
            { calls: sends.map(({ number }) => number) },
            `${method} ${sends[0] ? pathOf(sends[0]) : ''} failed and came again after ${shownMs(pauses)}; each pause should be longer than the one before`,
          ),
        ];
      }),
  },
  {
    id: 'PART-102',
    text: 'An order, a store, a cart or a coupon that was accepted with 200 is not created again',
    source: 'Endpoints › Response conventions',
    statements: ['S039', 'S094'],
    // follows from what the answer to a creation is: 200, and maybe no id
    level: 'should',
    judge: (record) => {
      // a customer or a product that is there already is given back as it is
      const posts = callsOf(record).filter((call) => isKeyedByPartner(call) || isTo(call, 'POST /coupons'));
      return sameBodies(posts).map((same) => {
        const first = same.find((call) => isAccepted(call) && call.fault === undefined);
        const again = same.filter(
          (call) => first && call.atMs >= endOf(first) && actionBefore(record, call) === actionBefore(record, first),
        );
        const [{ number, path } = { number: 0, path: '' }] = first ? [first] : same;
        return observation(
          again.length === 0,
          { calls: [number, ...again.map((call) => call.number)] },
          `POST ${path} was accepted and sent again as it was; a creation is answered 200, and need not tell an id`,
        );
      });
    },
  },
];
