import type { Call, Reply } from './call.ts';
import type { Entry, Fact, Notice, Task, Voucher } from './entries.ts';
import type { Ledger } from './ledger.ts';

/** The company that a till is for. */
export type Company = 'first' | 'second';

/** The data for a decision. */
export interface Scene {
  company: Company;
  /** The tokens by company. */
  tokens: Readonly<Record<Company, string>>;
  ledger: Ledger;
  now(): number;
  newUuid(): string;
}

/** The progress in reading a list. */
export interface ListProgress {
  page: number;
  /** The number of records on the page. */
  got: number;
  totalPages: number;
  /** The number of pages according to the first page. */
  firstTotalPages: number;
  isFailed: boolean;
}

/** The response of the receiver. */
export interface NoticeAnswer {
  status: number | 'silence' | 'hang-up';
  /** The delay of the response, in milliseconds. */
  afterMs?: number;
  /** Whether the response waits until the voucher is processed. */
  afterWork?: boolean;
  /** Whether the notification is dropped. */
  isDropped?: boolean;
}

export type NamedKind =
  | 'sale'
  | 'person'
  | 'item'
  | 'branch'
  | 'basket'
  | 'voucher'
  | 'shared voucher'
  | 'kept voucher'
  | 'code';

/** How a voucher is used: by a new sale that is made for it, on a sale that exists, or with a sale that is rung. */
export type WayOfUse = 'for it' | 'put' | 'rung';

/** The decisions in which tills differ. A deviation replaces some of them. */
export interface Manners {
  /** The call to send at each attempt. Undefined: the call is omitted and counts as answered. */
  call(call: Call, scene: Scene): Call | undefined;
  /** Further calls after a response. */
  also(call: Call, reply: Reply, scene: Scene): readonly Call[];
  /** How a response is read. */
  understands(reply: Reply, call: Call): Reply;
  /** Whether the call is retried. */
  tries(reply: Reply, call: Call): boolean;
  pauseMs(attempt: number, baseMs: number): number;
  /** How long a task waits before its first request, in milliseconds. */
  startsAfterMs(task: Task): number;
  /** The tasks that an action adds to the journal. */
  takes(task: Task, scene: Scene): readonly Task[];
  /** The lane of a task. Tasks of one lane run in order. */
  lane(key: string, task: Task): string;
  /** The id or the code of a new record. */
  names(kind: NamedKind, scene: Scene): string | undefined;
  /** The reason why a sale of that total cannot use a voucher, as far as the till knows. */
  refuses(voucher: Voucher, total: number, scene: Scene, way: WayOfUse): string | undefined;
  /** Whether the till checks a voucher again when it has looked it up: the other till may have used it by then. */
  checksAgain(): boolean;
  /** Whether to look up a voucher before its use. */
  looksUp(voucher: Voucher): boolean;
  /** The voucher that the till already has for a code. */
  recalls(code: string, ledger: Ledger): Voucher | undefined;
  wasReceived(notice: Notice, scene: Scene): boolean;
  answers(notice: Notice, isRepeat: boolean, scene: Scene): NoticeAnswer;
  trusts(authorization: string | undefined, ledger: Ledger): boolean;
  /** The voucher to store for a coupon of the platform. */
  keeps(voucher: Voucher, coupon: Record<string, unknown>, scene: Scene): Voucher;
  /** What to do about a coupon that the platform does not know. */
  onUnknown(notice: Notice): 'forget' | 'make' | 'ask again';
  /** The next page to read; undefined after the last one. */
  nextPage(progress: ListProgress): number | undefined;
  /** The journal entries that a start uses. */
  replays(entries: readonly Entry[], scene: Scene): readonly Entry[];
  onStart(scene: Scene): readonly (Task | Fact)[];
}

/** One way in which a till deviates. */
export interface Deviation {
  /** The deviation as a phrase about the till. */
  text: string;
  /** The statements that it violates; empty for a legal deviation. */
  against: readonly string[];
  /** Whether the document states the rule plainly. */
  level: 'must' | 'should';
  /** Called at each start. */
  manners: () => Partial<Manners>;
}

export const usualManners: Manners = {
  call: (call) => call,
  also: () => [],
  understands: (reply) => reply,
  tries: ({ status }) => status === 0 || status === 429 || status >= 500,
  pauseMs: (attempt, baseMs) => baseMs * 2 ** Math.min(attempt, 9),
  startsAfterMs: () => 0,
  takes: (task) => [task],
  lane: (key) => key,
  names: () => undefined,
  refuses(voucher, total, { ledger, now }) {
    if (ledger.spent.has(voucher.code)) return `${voucher.code} was used`;
    if (voucher.endsAt !== null && Date.parse(voucher.endsAt) <= now()) return `${voucher.code} has expired`;
    if (voucher.startsAt !== undefined && Date.parse(voucher.startsAt) > now())
      return `${voucher.code} is not valid yet`;
    return total < voucher.least ? `${voucher.code} is for purchases from ${voucher.least}` : undefined;
  },
  checksAgain: () => true,
  looksUp: ({ origin }) => origin === 'flow' || origin === 'registered',
  recalls: (code, { vouchers }) => vouchers.get(code),
  wasReceived: ({ code }, { ledger }) => ledger.notices.has(code),
  answers: () => ({ status: 200 }),
  trusts: (authorization, { secrets }) => secrets.some((secret) => authorization === `Bearer ${secret}`),
  keeps: (voucher) => voucher,
  onUnknown: () => 'forget',
  nextPage: ({ page, totalPages, got }) => (page < totalPages && got > 0 ? page + 1 : undefined),
  replays: (entries) => entries,
  onStart: () => [],
};

/**
 * The manners of a till that deviates in several ways. What can follow each other does, in the order of the deviations; of
 * decisions that exclude each other, the last one counts.
 */
export const combinedManners = (deviating: readonly Partial<Manners>[]): Manners => {
  if (deviating.length === 0) return usualManners;
  const all = deviating.map((manners): Manners => ({ ...usualManners, ...manners }));
  const last: Manners = Object.assign({}, usualManners, ...deviating);
  return {
    ...last,
    call: (call, scene) =>
      all.reduce<ReturnType<Manners['call']>>((sent, manners) => sent && manners.call(sent, scene), call),
    also: (call, reply, scene) => all.flatMap((manners) => manners.also(call, reply, scene)),
    understands: (reply, call) => all.reduce((read, manners) => manners.understands(read, call), reply),
    tries: (reply, call) => all.some((manners) => manners.tries(reply, call)),
    startsAfterMs: (task) => Math.max(0, ...all.map((manners) => manners.startsAfterMs(task))),
    takes: (task, scene) => all.reduce((tasks, manners) => tasks.flatMap((each) => manners.takes(each, scene)), [task]),
    names: (kind, scene) => all.map((manners) => manners.names(kind, scene)).find((name) => name !== undefined),
    keeps: (voucher, coupon, scene) => all.reduce((kept, manners) => manners.keeps(kept, coupon, scene), voucher),
    onStart: (scene) => all.flatMap((manners) => manners.onStart(scene)),
  };
};
