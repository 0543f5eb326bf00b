import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerPlay, PartnerRecord } from '../../core/partner-record.ts';
import type { Beginning, LogEntry } from './session-log.ts';

type Entry<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>;

export const entriesOf = <Kind extends LogEntry['kind']>(entries: readonly LogEntry[], kind: Kind): Entry<Kind>[] =>
  entries.filter((entry): entry is Entry<Kind> => entry.kind === kind);

/** The last item of each key. An action is recorded at its start and again at its end. */
const latest = <Item>(items: readonly Item[], keyOf: (item: Item) => string | number): Item[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

/** The plays that ended. */
const playsIn = (entries: readonly LogEntry[]): PartnerPlay[] => {
  const scenarios = entriesOf(entries, 'scenario');
  return scenarios.flatMap(({ name, state, atMs, isOnce }, index) => {
    const next = scenarios.slice(index + 1).find((later) => later.name === name);
    if (state !== 'begun' || next?.state !== 'played') return [];
    return [{ scenario: name, fromMs: atMs, ...omitUndefined({ isOnce }) }];
  });
};

/** Creates the record of one part from its entries. */
export const recordOf = (
  { partner, partnerPid, observes, kind, ...head }: Beginning,
  entries: readonly LogEntry[],
): PartnerRecord => {
  const cutOff = latest(entriesOf(entries, 'scenario'), ({ name }) => name).find(({ state }) => state === 'begun');
  const ended = entriesOf(entries, 'ended').findLast(({ died }) => died !== undefined);
  const stormed = entriesOf(entries, 'ended').findLast(({ storm }) => storm);
  const idle = entriesOf(entries, 'idle').findLast(({ atMs }) => cutOff === undefined || atMs <= cutOff.atMs);
  const gone = entriesOf(entries, 'gone').map(({ atMs, how }) => ({ atMs, how }));
  return {
    ...head,
    ...omitUndefined({
      gone: gone.length === 0 ? undefined : gone,
      idleMs: idle?.atMs,
      died: ended?.died === undefined ? undefined : { atMs: ended.atMs, how: ended.died },
      stormMs: stormed?.atMs,
      judgedUntilMs: cutOff?.atMs,
    }),
    plays: playsIn(entries),
    calls: entriesOf(entries, 'call').map(({ call }) => call),
    attempts: entriesOf(entries, 'attempt').map(({ attempt }) => attempt),
    // they are noted as they end
    actions: latest(
      entriesOf(entries, 'action').map(({ action }) => action),
      ({ number }) => number,
    ).toSorted((a, b) => a.number - b.number),
    coupons: latest(
      entriesOf(entries, 'coupon').map(({ coupon }) => coupon),
      ({ code }) => code,
    ),
    states: entriesOf(entries, 'state').map(({ state }) => state),
    faults: latest(
      entriesOf(entries, 'fault').map(({ fault }) => fault),
      ({ number }) => number,
    ),
  };
};
