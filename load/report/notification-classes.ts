import type { Conservation, Irregularities } from '../../core/load-result.ts';

interface NotificationClass {
  key: Exclude<keyof Conservation, 'due'>;
  name: string;
  meaning: string;
  weight: 'good' | 'open' | 'broken';
}

/** The classes of due notifications, whose sum is `due`. */
export const notificationClasses: readonly NotificationClass[] = [
  { key: 'deliveredOnce', name: 'delivered once', meaning: 'acknowledged with a 2xx exactly once', weight: 'good' },
  { key: 'duplicated', name: 'duplicated', meaning: 'acknowledged with a 2xx and sent again', weight: 'broken' },
  { key: 'pending', name: 'pending', meaning: 'not acknowledged yet; not overdue', weight: 'open' },
  { key: 'retriesExhausted', name: 'retries exhausted', meaning: 'refused at all ten attempts', weight: 'open' },
  {
    key: 'abandoned',
    name: 'abandoned',
    meaning: 'refused, not sent again before the last attempt',
    weight: 'broken',
  },
  { key: 'lost', name: 'lost', meaning: 'never sent, although the order exists', weight: 'broken' },
  {
    key: 'orderMissing',
    name: 'order missing',
    meaning: 'never sent, and the accepted order does not exist',
    weight: 'broken',
  },
];

/** Whether every due notification is in exactly one class. */
export const addsUp = (conservation: Conservation): boolean =>
  notificationClasses.reduce((sum, { key }) => sum + conservation[key], 0) === conservation.due;

interface IrregularityName {
  key: keyof Irregularities;
  name: string;
  meaning: string;
  weight: 'open' | 'broken';
}

export const irregularityNames: readonly IrregularityName[] = [
  {
    key: 'unexpected',
    name: 'unexpected',
    meaning: 'for no order of this run, or more than the order is due',
    weight: 'broken',
  },
  {
    key: 'rejectedButNotified',
    name: 'rejected but notified',
    meaning: 'for orders that were refused',
    weight: 'broken',
  },
  {
    key: 'external',
    name: 'external',
    meaning: 'for orders of others or of journeys cut off; no fault',
    weight: 'open',
  },
  {
    key: 'lateFirst',
    name: 'late first attempt',
    meaning: 'later than a notification may wait in the queue',
    weight: 'broken',
  },
  { key: 'lateRetry', name: 'late retry', meaning: 'later than the retry schedule allows', weight: 'broken' },
  { key: 'earlyRetry', name: 'early retry', meaning: 'sooner than the retry schedule allows', weight: 'broken' },
  { key: 'beyondLast', name: 'beyond the last', meaning: 'attempts after ten retries', weight: 'broken' },
];

const exampleKinds: readonly { key: string; name: string; meaning: string }[] = [
  ...notificationClasses,
  ...irregularityNames,
  { key: 'readBack', name: 'read back', meaning: 'not as it was sent' },
];

export const exampleName = (kind: string): string => exampleKinds.find(({ key }) => key === kind)?.name ?? kind;

/** What happened in an example, in words even if only its kind is known. */
export const exampleMeaning = (kind: string, what: string): string =>
  what === kind ? (exampleKinds.find(({ key }) => key === kind)?.meaning ?? what) : what;
