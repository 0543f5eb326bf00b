import type { FaultEntry } from '../../core/partner-record.ts';

export interface ArrivedCall {
  method: string;
  /** The path without the query. */
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
  | 'answered 503'
  | 'answered without id'
  | 'echoed'
  | 'reset'
  | 'stored, then no answer'
  | 'stored, then reset'
  | 'slow'
  | 'changed list'
  | 'inactive configuration';

/** What a scenario does to the next calls of the partner that `hits` accepts. */
export interface CallDisturbance {
  kind: CallFault;
  /** How many calls; all until `clear` when left out. */
  times?: number;
  /** Milliseconds after the first disturbed call in which later ones are disturbed. */
  forMs?: number;
  hits(call: ArrivedCall): boolean;
  /** The delay of a slow response or of a failure, in milliseconds. */
  delayMs?: number;
  /** Ends the delay early. */
  until?: AbortSignal;
  /** Changes something before the response. */
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
  /** Further deliveries of a notification that was acknowledged. */
  copies?: number;
  /** Whether the copies are sent together with the notification, before it was acknowledged. */
  isTogether?: true;
  /** The delay of the copies, or the longest wait of a notification that another one overtakes. */
  delayMs?: number;
  /** What the delay of the copies begins with, if not with the acknowledgment. */
  after?: Promise<void>;
}

/** A disturbance that applies now, with its entry in the record. */
export interface Hit<Disturbance> {
  disturbance: Disturbance;
  entry: FaultEntry;
}

/** The planned disturbances, in the order of their planning. */
export interface Disturbances {
  planCall(scenario: string, disturbance: CallDisturbance): void;
  planAttempt(scenario: string, disturbance: AttemptDisturbance): void;
  /** Takes the disturbance that applies to this call out of the plan. */
  takeForCall(call: ArrivedCall): Hit<CallDisturbance> | undefined;
  takeForAttempt(): Hit<AttemptDisturbance> | undefined;
  /** Drops what was planned and did not apply. */
  clear(): void;
}

interface Planned<Disturbance> {
  scenario: string;
  disturbance: Disturbance;
  left: number;
}

interface PlannedCall extends Planned<CallDisturbance> {
  /** The end of `forMs`, once a call was disturbed. */
  untilMs: number;
}

/** `enter` records a disturbance that applies; `now` is in milliseconds. */
export const createDisturbances = (
  enter: (entry: Pick<FaultEntry, 'scenario' | 'kind'>) => FaultEntry,
  now: () => number,
): Disturbances => {
  let calls: PlannedCall[] = [];
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
      attempts.push({ scenario, disturbance, left: 1 });
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
