import type { Conservation, Irregularities } from '../../core/load-result.ts';
import type { Deadlines } from './deadlines.ts';
import { states, type Tables } from './tables.ts';

type ClassName = keyof Conservation | keyof Irregularities;

/** Every due notification in exactly one class, the irregularities, and example ids. */
export interface Settlement {
  conservation: Conservation;
  irregularities: Irregularities;
  examples: Partial<Record<ClassName, string[]>>;
}

const examplesOfEach = 10;
/** Users look for each of these, so more examples are kept. */
const gone: readonly ClassName[] = ['lost', 'orderMissing', 'abandoned'];
const examplesOfGone = 1000;

export const noConservation: Readonly<Conservation> = {
  due: 0,
  deliveredOnce: 0,
  duplicated: 0,
  pending: 0,
  retriesExhausted: 0,
  abandoned: 0,
  lost: 0,
  orderMissing: 0,
};

export const noIrregularities: Readonly<Irregularities> = {
  unexpected: 0,
  rejectedButNotified: 0,
  external: 0,
  lateFirst: 0,
  lateRetry: 0,
  earlyRetry: 0,
  beyondLast: 0,
};

/** Keeps the id of an order as an example, while there are few. */
export const keepExample = (examples: Settlement['examples'], kind: ClassName, orderId: () => string): void => {
  const kept = examples[kind];
  if (kept === undefined) examples[kind] = [orderId()];
  else if (kept.length < (gone.includes(kind) ? examplesOfGone : examplesOfEach)) kept.push(orderId());
};

interface Settling {
  tables: Tables;
  deadlines: Deadlines;
  nowMs: number;
  /** Counted while attempts arrived. */
  curve: Pick<Irregularities, 'lateRetry' | 'earlyRetry' | 'beyondLast'>;
  curveExamples: Settlement['examples'];
  /** Due and possible notifications of orders whose id is unknown. */
  unidentified: { due: number; possible: number };
}

/** Counts what became of every notification until `nowMs`, in ms since the epoch. */
export const settle = ({ tables, deadlines, nowMs, curve, curveExamples, unidentified }: Settling): Settlement => {
  const { orders, order, delivery, isAcknowledged, eachRanked } = tables;
  const conservation = { ...noConservation, due: unidentified.due, pending: unidentified.due };
  const irregularities = { ...noIrregularities, ...curve };
  const examples: Settlement['examples'] = structuredClone(curveExamples);
  const count = <Name extends ClassName>(group: Record<Name, number>, kind: Name, orderNumber: number): void => {
    group[kind] += 1;
    if (kind !== 'deliveredOnce') keepExample(examples, kind, () => orders.idAt(orderNumber));
  };
  /** Unexpected notifications that may be those of orders whose id is unknown. */
  let unclear = unidentified.possible;

  const countBeyondDue = (orderNumber: number): void => {
    const state = order.state.get(orderNumber);
    if (state === states.refused) count(irregularities, 'rejectedButNotified', orderNumber);
    else if (state === states.unknown && unclear > 0) unclear -= 1;
    else count(irregularities, 'unexpected', orderNumber);
  };

  const countDue = (number: number, orderNumber: number): void => {
    const acknowledged = delivery.acknowledged.get(number);
    if (acknowledged > 1 || (acknowledged === 1 && delivery.repeated.get(number) > 0)) {
      count(conservation, 'duplicated', orderNumber);
    } else {
      count(
        conservation,
        isAcknowledged(number) ? 'deliveredOnce' : deadlines.classOfUndelivered(number, nowMs),
        orderNumber,
      );
    }
    // the order may have several causes: an attempt is late if it is too late for the last of them
    if (order.may.get(orderNumber) === 0 && delivery.firstMs.get(number) > deadlines.first(orderNumber)) {
      count(irregularities, 'lateFirst', orderNumber);
    }
  };

  const counted = eachRanked((number, orderNumber, rank) => {
    const due = order.due.get(orderNumber);
    if (order.state.get(orderNumber) === states.external) irregularities.external += 1;
    else if (rank < due) countDue(number, orderNumber);
    else if (rank >= due + order.may.get(orderNumber)) countBeyondDue(orderNumber);
  });
  for (let number = 0; number < orders.size; number += 1) {
    const due = order.due.get(number);
    conservation.due += due;
    for (let missing = counted.get(number); missing < due; missing += 1) {
      count(conservation, deadlines.classOfMissing(number, nowMs), number);
    }
  }
  return { conservation, irregularities, examples };
};
