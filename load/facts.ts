/** A request of a load script: name, start in ms since the epoch, duration in ms, and status (0: no response). */
export type RequestFact = readonly [name: string, startedMs: number, durationMs: number, status: number];

export type OrderState = 'accepted' | 'refused' | 'ambiguous';

/** What a journey knows about the order that it sent. */
export type OrderFact = readonly [
  externalId: string,
  /** Null if no response had it. */
  id: string | null,
  /** When the response arrived that makes notifications due, in ms since the epoch. */
  acceptedMs: number,
  /** Notifications that the document requires for the order. */
  due: number,
  /** Further notifications that the document neither requires nor forbids. */
  may: number,
  state: OrderState,
];

/** A failed assertion of a passive rule. */
export type ViolationFact = readonly [rule: string, pointer: string, expected: string, actual: string, what: string];

/** A finished journey: its requests, and the order if it sent one. */
export type JourneyFact = readonly [
  kind: 'j',
  scenario: string,
  company: string,
  journey: string,
  /** Delay between its planned and its real start. */
  lagMs: number,
  requests: readonly RequestFact[],
  order: OrderFact | null,
];

/** A sampled response or delivery: the rules that judged it, and their violations. */
export type JudgedFact = readonly [kind: 'p', rules: readonly string[], violations: readonly ViolationFact[]];

/** An order that was read back, and its differences from what was sent. */
type ReadBackFact = readonly [kind: 'b', externalId: string, wrong: readonly string[]];

/** An attempt that reached the capture; status 0 if the capture did not respond. */
export type ArrivalFact = readonly [
  kind: 'a',
  arrivedMs: number,
  company: string,
  orderId: string | null,
  couponId: string | null,
  status: number,
];

/** The response to this attempt may not have reached its sender, so the sender may retry. */
export type DeliveryUnconfirmedFact = readonly [
  kind: 'u',
  arrivedMs: number,
  company: string,
  orderId: string | null,
  couponId: string | null,
];

/** The virtual users of k6 are ready, and journeys begin. */
type BeginningFact = readonly [kind: 's', atMs: number];

/** A line of a journal. k6 and the capture processes write journals, and the ledger is computed from them. */
export type Fact = BeginningFact | JourneyFact | JudgedFact | ReadBackFact | ArrivalFact | DeliveryUnconfirmedFact;

export const writeFact = (fact: Fact): string => JSON.stringify(fact);

/** No further check: only our own processes write journals. */
const isFact = (value: unknown): value is Fact => Array.isArray(value);

/** Reads a line of `writeFact`; undefined for any other, such as the cut-off last line of a killed process. */
export const readFact = (line: string): Fact | undefined => {
  if (!line.startsWith('["')) return undefined;
  try {
    const fact: unknown = JSON.parse(line);
    return isFact(fact) ? fact : undefined;
  } catch {
    return undefined;
  }
};
