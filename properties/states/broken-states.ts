import { isObject } from '../../core/json.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { callsTo, sentFields, withFields } from '../../suites/broken-handling.ts';
import type { PlatformChange } from '../../suites/defect.ts';
import { couponIn, isLookup, isMadeBy, notFound, phoneOf } from '../../suites/flows/broken-coupons.ts';
import { digitsOf } from '../../suites/records/phones.ts';

type Fields = Record<string, unknown>;

interface SeenCoupon {
  code: string;
  id: string;
  /** Only the digits. */
  phone: string;
  isGiftback: boolean;
}

interface SeenOrder {
  id: string;
  externalId: string;
  phone: string;
  /** The statuses of its PUTs. */
  puts: string[];
}

/** The records that a platform received and showed, and what it shows wrongly from now on. */
export class Memory {
  readonly coupons = new Map<string, SeenCoupon>();
  /** By id. */
  readonly orders = new Map<string, SeenOrder>();
  /** Codes that orders were sent with. */
  readonly redeemed = new Set<string>();
  /** Codes that were marked as used. */
  readonly markedAsUsed = new Set<string>();
  /** Phones by customer id. */
  readonly customers = new Map<string, string>();
  readonly #gone = new Set<string>();
  readonly #shown = new Map<string, Fields>();

  giftbacksOf(phone: string): SeenCoupon[] {
    return [...this.coupons.values()].filter((coupon) => coupon.isGiftback && coupon.phone === phone);
  }

  changedBy(call: Call): SeenCoupon | undefined {
    if (callsTo('PUT /coupons/code/:code')(call)) return this.coupons.get(String(call.segments[2]));
    if (!callsTo('PUT /coupons/:id')(call)) return undefined;
    return [...this.coupons.values()].find(({ id }) => id === call.segments[1]);
  }

  couponsOf(phone: string): SeenCoupon[] {
    return [...this.coupons.values()].filter((coupon) => coupon.phone === phone);
  }

  /** The lookup by code returns 404 from now on. */
  lose({ code }: Pick<SeenCoupon, 'code'>): void {
    this.#gone.add(code);
  }

  /** Lookups return these fields from now on. */
  show({ code }: Pick<SeenCoupon, 'code'>, fields: Fields): void {
    this.#shown.set(code, fields);
  }

  note(call: Call, answer: Answer): void {
    const shown = isObject(answer.body) ? answer.body : {};
    const id = String(shown.id);
    if (answer.status !== 200) return;
    if (callsTo('GET /orders/external/:externalId')(call) && isObject(shown.customer)) {
      const known = this.orders.get(id);
      const phone = digitsOf(shown.customer.phone);
      this.orders.set(id, { id, externalId: String(shown.externalId), phone, puts: known?.puts ?? [] });
    }
    if (callsTo('PUT /orders/:id')(call)) {
      this.orders.get(String(call.segments[1]))?.puts.push(String(sentFields(call).status));
    }
    if (callsTo('POST /orders')(call) || callsTo('PUT /orders/:id')(call)) {
      const { couponCode } = sentFields(call);
      if (typeof couponCode === 'string') this.redeemed.add(couponCode);
    }
    const changed = this.changedBy(call);
    if (changed && sentFields(call).used === true) this.markedAsUsed.add(changed.code);
    if (callsTo('GET /customers/phone/:phone')(call)) this.customers.set(id, digitsOf(shown.phone));
    const coupon = isLookup(call) ? couponIn(answer) : undefined;
    if (coupon) {
      const code = String(coupon.code);
      const isGiftback = isMadeBy('giftback', coupon);
      this.coupons.set(code, { code, id: String(coupon.id), phone: phoneOf(coupon), isGiftback });
    }
  }

  distort(call: Call, answer: Answer): Answer {
    const coupon = isLookup(call) ? couponIn(answer) : undefined;
    if (!coupon) return answer;
    const code = String(coupon.code);
    if (this.#gone.has(code) && callsTo('GET /coupons/code/:code')(call)) return notFound;
    const shown = this.#shown.get(code);
    return shown ? withFields(answer, shown) : answer;
  }
}

/** A platform whose faults depend on earlier calls and responses. */
export const remembering = (react: (memory: Memory, call: Call, answer: Answer) => void): PlatformChange => ({
  wrap: (handle) => {
    const memory = new Memory();
    return async (call) => {
      const answer = await handle(call);
      memory.note(call, answer);
      react(memory, call, answer);
      return memory.distort(call, answer);
    };
  },
});

/** A platform that reacts to accepted calls of one route. */
export const after = (route: string, react: (memory: Memory, call: Call) => void): PlatformChange =>
  remembering((memory, call, { status }) => {
    if (status === 200 && callsTo(route)(call)) react(memory, call);
  });
