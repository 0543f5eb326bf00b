import type { Call, Reply } from './call.ts';
import type { Entry, Fact, Notice, Task, Voucher } from './entries.ts';
import type { Ledger } from './ledger.ts';

/** What a decision may rest on. */
export interface Scene {
  ledger: Ledger;
  now(): number;
  newUuid(): string;
}

/** How far a list was read. */
export interface ListProgress {
  page: number;
  pageSize: number;
  /** Records of the page that was read. */
  got: number;
  totalPages: number;
  /** As the first page said it. */
  firstTotalPages: number;
  /** Whether the page could not be read. */
  isFailed: boolean;
}

/** Answer of the receiver. */
export interface NoticeAnswer {
  status: number | 'silence' | 'hang-up';
  /** How long it takes. */
  afterMs?: number;
  /** Only once the voucher has been seen to. */
  afterWork?: boolean;
  /** Nothing comes of the notification. */
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

/** The decisions in which tills differ. Each deviation replaces some of them. */
export interface Manners {
  /** What is sent, at each attempt. Undefined: it is left out, and taken for answered. */
  call(call: Call, scene: Scene): Call | undefined;
  /** Further calls once one was answered. */
  also(call: Call, reply: Reply, scene: Scene): readonly Call[];
  /** What is made of an answer. */
  understands(reply: Reply, call: Call): Reply;
  /** Whether it is tried again. */
  tries(reply: Reply, call: Call): boolean;
  pauseMs(attempt: number, baseMs: number): number;
  /** What goes into the journal for an action. */
  takes(task: Task, scene: Scene): readonly Task[];
  /** What is done in order has the same lane. */
  lane(key: string, task: Task): string;
  /** An id or a code for a new record. */
  names(kind: NamedKind, scene: Scene): string | undefined;
  /** Why a voucher cannot be used for a sale over that total, as far as the till knows. */
  refuses(voucher: Voucher, total: number, scene: Scene): string | undefined;
  /** Whether a voucher of the platform is looked up before it is used. */
  looksUp(voucher: Voucher): boolean;
  /** A voucher that the till has for a code already. */
  recalls(code: string, ledger: Ledger): Voucher | undefined;
  wasTaken(notice: Notice, scene: Scene): boolean;
  answers(notice: Notice, isRepeat: boolean, scene: Scene): NoticeAnswer;
  trusts(authorization: string | undefined, ledger: Ledger): boolean;
  /** What is kept of a coupon of the platform. */
  keeps(voucher: Voucher, coupon: Record<string, unknown>, scene: Scene): Voucher;
  /** What is done about a coupon that the platform does not know. */
  onUnknown(notice: Notice): 'forget' | 'make' | 'ask again';
  /** The next page to read; undefined ends it. */
  nextPage(progress: ListProgress): number | undefined;
  /** What a start makes of the journal. */
  replays(entries: readonly Entry[]): readonly Entry[];
  onStart(scene: Scene): readonly (Task | Fact)[];
}

/** One thing that a till does otherwise. */
export interface Deviation {
  /** A phrase about the till. */
  text: string;
  /** The statements that it goes against; none for what is legal. */
  against: readonly string[];
  /** Whether the document states it plainly. */
  level: 'must' | 'should';
  /** Made at each start. */
  manners: () => Partial<Manners>;
}

export const usualManners: Manners = {
  call: (call) => call,
  also: () => [],
  understands: (reply) => reply,
  tries: ({ status }) => status === 0 || status === 429 || status >= 500,
  pauseMs: (attempt, baseMs) => baseMs * 2 ** Math.min(attempt, 9),
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
  looksUp: ({ origin }) => origin === 'flow' || origin === 'registered',
  recalls: (code, { vouchers }) => vouchers.get(code),
  wasTaken: ({ code }, { ledger }) => ledger.notices.has(code),
  answers: () => ({ status: 200 }),
  trusts: (authorization, { secrets }) => secrets.some((secret) => authorization === `Bearer ${secret}`),
  keeps: (voucher) => voucher,
  onUnknown: () => 'forget',
  nextPage: ({ page, totalPages, got }) => (page < totalPages && got > 0 ? page + 1 : undefined),
  replays: (entries) => entries,
  onStart: () => [],
};
