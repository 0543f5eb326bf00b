import type { PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import { byCompany } from './companies.ts';
import { silentLater } from './declared.ts';
import { callsDuring } from './model/actions.ts';
import { numbersOf, observation } from './model/observation.ts';
import { byArrival, callsBetween, callsOf, endOf, pathOf, statusOf } from './model/read-call.ts';
import { stormIn } from './model/storms.ts';
import type { Obligation, Observation } from './obligation.ts';

const minuteMs = 60_000;

/** The last action and the last call before a moment; none in a scenario that was cut off, which is not judged. */
const evidenceBefore = (
  { actions, calls, judgedUntilMs = Number.POSITIVE_INFINITY }: PartnerRecord,
  atMs: number,
): Pick<Observation, 'actions' | 'calls'> =>
  atMs >= judgedUntilMs
    ? {}
    : {
        actions: numbersOf(actions.filter(({ fromMs }) => fromMs <= atMs).slice(-1)),
        calls: numbersOf(calls.filter((call) => call.atMs <= atMs).slice(-1)),
      };

/** The ends of the partner's process, and the absences of a process that Selo did not start. */
const ends = (record: PartnerRecord): Observation[] => {
  const { died, gone = [], judgedUntilMs = Number.POSITIVE_INFINITY } = record;
  return [
    ...(died === undefined
      ? []
      : [
          {
            ...observation(false, evidenceBefore(record, died.atMs), `its process ended by itself: ${died.how}`),
            isCertain: true as const,
          },
        ]),
    ...gone.map(({ atMs, how }) => ({
      ...observation(
        false,
        evidenceBefore(record, atMs),
        `its process was gone, and nobody had asked for a restart: ${how}`,
      ),
      // the partner did not come back
      ...(atMs >= judgedUntilMs ? { isCertain: true as const } : {}),
    })),
  ];
};

const shownLookups = 3;

const inWords = (call: PartnerCall): string =>
  `${call.method} ${pathOf(call)}, ${statusOf(call) ?? 'without an answer'}`;

/** The actions that caused no request, although earlier ones of their kind did. */
const silences = (record: PartnerRecord): Observation[] =>
  silentLater(record).map((action) => {
    const refused = byArrival(record.calls).findLast(
      (call) => endOf(call) <= action.fromMs && call.fault !== undefined && (statusOf(call) ?? 500) >= 400,
    );
    const lookups = callsDuring(record, action)
      .filter(({ method }) => method === 'GET')
      .slice(0, shownLookups);
    const since =
      refused === undefined || lookups.length > 0
        ? ''
        : `; the last of its requests that was in trouble is ${inWords(refused)}`;
    const sent = lookups.length === 0 ? 'nothing' : `only ${lookups.map(inWords).join(' and ')}`;
    return observation(
      false,
      { actions: [action.number], calls: numbersOf(lookups) },
      `it accepted ${action.action} and sent ${sent} for it, although it had sent something before${since}`,
    );
  });

/**
 * The requests of the last action, or of the last minute where none was asked for, before a storm ended the session.
 */
const stormy = (record: PartnerRecord, stormMs: number): Observation => {
  const action = record.actions.findLast(({ fromMs }) => fromMs <= stormMs);
  const fromMs = action?.fromMs ?? stormMs - minuteMs;
  const sent = callsBetween(record, fromMs, stormMs);
  const { request, words } = stormIn(sent);
  return {
    ...observation(
      false,
      { calls: numbersOf(request), actions: action === undefined ? [] : [action.number] },
      `it sent ${sent.length} requests ${action === undefined ? 'within a minute' : `after ${action.action}`}: ${words}`,
    ),
    isCertain: true,
  };
};

/** Obligations about the partner's process. */
export const outlasting: readonly Obligation[] = [
  {
    id: 'PART-132',
    text: 'The partner’s software keeps running, whatever it is asked to do and whatever response it gets',
    source: 'What the service does',
    statements: ['S005'],
    level: 'must',
    isPromised: true,
    acrossCompanies: true,
    judge(record) {
      const broken = [...ends(record), ...byCompany(record).flatMap(silences)];
      if (broken.length > 0) return broken;
      const last = record.actions.findLast(({ outcome }) => outcome === 'done');
      return last === undefined ? [] : [observation(true, { actions: [last.number] })];
    },
  },
  {
    id: 'PART-167',
    text: 'The partner does not flood the platform with requests',
    source: 'Limits',
    statements: ['S224'],
    level: 'should',
    judgesStorms: true,
    acrossCompanies: true,
    inferred: 'the document shows no rate limit, and no partner needs thousands of requests for one action',
    judge(record) {
      if (record.stormMs !== undefined) return [stormy(record, record.stormMs)];
      const last = callsOf(record).at(-1);
      return last === undefined ? [] : [observation(true, { calls: [last.number] })];
    },
  },
];
