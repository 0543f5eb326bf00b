/** One request as a load script shows it: name, start in ms since the epoch, duration in ms, status or 0 for no answer. */
export type RequestFact = readonly [name: string, startedMs: number, durationMs: number, status: number];

export type OrderState = 'accepted' | 'refused' | 'ambiguous';

/** What a journey knows of the order that it sent. */
export type OrderFact = readonly [
  externalId: string,
  /** Null when no answer gave it. */
  id: string | null,
  /** When the answer came that makes notifications due, in ms since the epoch. */
  acceptedMs: number,
  /** Notifications that the order is due. */
  due: number,
  /** Notifications beyond those that the document neither requires nor forbids. */
  may: number,
  state: OrderState,
];

/** An assertion of a passive rule that did not hold. */
export type ViolationFact = readonly [rule: string, pointer: string, expected: string, actual: string, what: string];

/** A customer's way through the shop: its requests, and the order if it sent one. */
export type JourneyFact = readonly [
  kind: 'j',
  scenario: string,
  company: string,
  journey: string,
  /** How much later than planned it began. */
  lagMs: number,
  requests: readonly RequestFact[],
  order: OrderFact | null,
];

/** A sampled answer or delivery: the rules that judged it, and what they found. */
export type JudgedFact = readonly [kind: 'p', rules: readonly string[], violations: readonly ViolationFact[]];

/** An order that was read back: what is not as it was sent. */
export type ReadBackFact = readonly [kind: 'b', externalId: string, wrong: readonly string[]];

/** One attempt of a delivery as the capture shows it; status 0 when it was not answered. */
export type ArrivalFact = readonly [
  kind: 'a',
  arrivedMs: number,
  company: string,
  orderId: string | null,
  couponId: string | null,
  status: number,
];

/** An answer that may not have reached its sender: whether the attempt came to anything is not certain. */
export type DeliveryUnconfirmedFact = readonly [
  kind: 'u',
  arrivedMs: number,
  company: string,
  orderId: string | null,
  couponId: string | null,
];

/** k6 has its virtual users ready: from now on journeys begin. */
export type BeginningFact = readonly [kind: 's', atMs: number];

/** A line of a journal: what k6 and the capture processes write, and the ledger is computed from. */
export type Fact = BeginningFact | JourneyFact | JudgedFact | ReadBackFact | ArrivalFact | DeliveryUnconfirmedFact;

export const writeFact = (fact: Fact): string => JSON.stringify(fact);

/** Only our own processes write journals: an array is a fact, and its first item shows the rest. */
const isFact = (value: unknown): value is Fact => Array.isArray(value);

/** Reads a line that `writeFact` wrote; undefined for a line that is no fact, such as the last one of a killed process. */
export const readFact = (line: string): Fact | undefined => {
  if (!line.startsWith('["')) return undefined;
  try {
    const fact: unknown = JSON.parse(line);
    return isFact(fact) ? fact : undefined;
  } catch {
    return undefined;
  }
};
