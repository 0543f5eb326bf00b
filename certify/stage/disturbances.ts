import type { FaultEntry } from '../../core/partner-record.ts';

/** A call of the partner as the front sees it. */
export interface ArrivedCall {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  body: string;
}

type CallFault =
  | 'answered 500'
  | 'answered 404'
  | 'answered 400'
  | 'answered 422'
  | 'answered 401'
  | 'answered 403'
  | 'answered 429'
  | 'answered without id'
  | 'echoed'
  | 'reset'
  | 'stored, then no answer'
  | 'stored, then reset'
  | 'slow'
  | 'changed list'
  | 'inactive configuration';

/** What a scenario does to the partner's next calls of a kind. */
export interface CallDisturbance {
  kind: CallFault;
  /** How many of them; all until they are ended when left out. */
  times?: number;
  /** Of those, the ones that come so long after the first that was hit at most, in ms. */
  forMs?: number;
  hits(call: ArrivedCall): boolean;
  /** Of a slow answer. */
  delayMs?: number;
  /** What changes before the call is answered. */
  change?: () => Promise<void>;
}

type AttemptFault =
  | 'repeated'
  | 'repeated in another form'
  | 'late repeat'
  | 'acknowledgment lost'
  | 'wrong bearer'
  | 'no bearer'
  | 'unknown fields'
  | 'overtaken';

/** What a scenario does to the next notification. */
export interface AttemptDisturbance {
  kind: AttemptFault;
  /** Deliveries of the same notification that follow the one that was taken. */
  copies?: number;
  /** How long after it; of one that is overtaken, how long it waits at most. */
  delayMs?: number;
}

/** A disturbance that hits now, with its entry in the ledger. */
export interface Hit<Disturbance> {
  disturbance: Disturbance;
  entry: FaultEntry;
}

/** What is planned to go wrong, in the order in which it was planned. */
export interface Disturbances {
  planCall(scenario: string, disturbance: CallDisturbance): void;
  planAttempt(scenario: string, disturbance: AttemptDisturbance): void;
  /** The disturbance that hits this call; it is used up by that. */
  takeForCall(call: ArrivedCall): Hit<CallDisturbance> | undefined;
  takeForAttempt(): Hit<AttemptDisturbance> | undefined;
  /** Ends what was planned and has not hit. */
  clear(): void;
}

interface Planned<Disturbance> {
  scenario: string;
  disturbance: Disturbance;
  left: number;
  untilMs: number;
}

/** `enter` makes the entry of the ledger when a disturbance hits; `now` is in ms. */
export const createDisturbances = (
  enter: (entry: Pick<FaultEntry, 'scenario' | 'kind'>) => FaultEntry,
  now: () => number,
): Disturbances => {
  let calls: Planned<CallDisturbance>[] = [];
  let attempts: Planned<AttemptDisturbance>[] = [];
  const use = <Disturbance extends { kind: FaultEntry['kind'] }>(planned: Planned<Disturbance>): Hit<Disturbance> => {
    planned.left -= 1;
    return {
      disturbance: planned.disturbance,
      entry: enter({ scenario: planned.scenario, kind: planned.disturbance.kind }),
    };
  };
  return {
    planCall(scenario, disturbance) {
      const { times = Number.POSITIVE_INFINITY } = disturbance;
      calls.push({ scenario, disturbance, left: times, untilMs: Number.POSITIVE_INFINITY });
    },
    planAttempt(scenario, disturbance) {
      attempts.push({ scenario, disturbance, left: 1, untilMs: Number.POSITIVE_INFINITY });
    },
    takeForCall(call) {
      const planned = calls.find(
        ({ disturbance, left, untilMs }) => left > 0 && now() <= untilMs && disturbance.hits(call),
      );
      if (planned === undefined) return undefined;
      const { forMs = Number.POSITIVE_INFINITY } = planned.disturbance;
      planned.untilMs = Math.min(planned.untilMs, now() + forMs);
      return use(planned);
    },
    takeForAttempt() {
      const planned = attempts.find(({ left }) => left > 0);
      return planned && use(planned);
    },
    clear() {
      calls = [];
      attempts = [];
    },
  };
};
