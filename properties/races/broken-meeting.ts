import { isObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { sentFields } from '../../suites/broken-handling.ts';
import type { Defect } from '../../suites/defect.ts';

/** How long a call is under way: those that are sent at once meet, those that wait for the last answer do not. */
const underWayMs = 20;

export const underWay = ({ setTimer }: Runtime): Promise<void> =>
  new Promise((resolve) => setTimer(underWayMs, resolve));

/** A call among those of its key, while it is under way. */
export interface Meeting {
  call: Call;
  /** Those that were under way when it came, and have looked at the same state. */
  before: readonly Call[];
  /** Those that came or were there while it was under way. */
  met: readonly Call[];
  /** What the platform answers. */
  handle: Handle;
}

/** Calls with a key stay under way for a moment before they are handled, and those of one key meet. */
export const meeting =
  (keyOf: (call: Call) => string | undefined, handled: (meeting: Meeting) => Answer | Promise<Answer>): Wrap =>
  (handle, runtime) => {
    const callsUnderWay = new Map<string, Set<{ call: Call; met: Call[] }>>();
    return async (call) => {
      const ownKey = keyOf(call);
      if (ownKey === undefined) return handle(call);
      const key = `${call.headers.authorization} ${ownKey}`;
      const others = callsUnderWay.get(key) ?? new Set();
      callsUnderWay.set(key, others);
      const before = [...others].map((other) => other.call);
      const own = { call, met: [...before] };
      for (const other of others) other.met.push(call);
      others.add(own);
      await underWay(runtime);
      try {
        return await handled({ call, before, met: own.met, handle });
      } finally {
        others.delete(own);
        if (others.size === 0) callsUnderWay.delete(key);
      }
    };
  };

/** A decision that is taken otherwise while some calls are handled; the platform decides before it gives the answer back. */
export const overlooking = () => {
  let isOverlooked = false;
  return {
    isOverlooked: (): boolean => isOverlooked,
    handle(handle: Handle, call: Call): Answer | Promise<Answer> {
      isOverlooked = true;
      try {
        return handle(call);
      } finally {
        isOverlooked = false;
      }
    },
  };
};

/** Looks for what a call names when the call comes and stores it only later: of those that come at once each is the first. */
export const lookingTooEarly = (
  keyOf: (call: Call) => string | undefined,
  policyOf: (isOverlooked: () => boolean) => NonNullable<Defect['options']['policy']>,
  isTooEarly: (meeting: Meeting) => boolean = ({ before }) => before.length > 0,
): Defect['options'] => {
  const overlooked = overlooking();
  return {
    policy: policyOf(overlooked.isOverlooked),
    wrap: meeting(keyOf, (each) =>
      isTooEarly(each) ? overlooked.handle(each.handle, each.call) : each.handle(each.call),
    ),
  };
};

/** A text field of the body, for calls that fit. */
export const sentText =
  (fits: (call: Call) => boolean, field: string) =>
  (call: Call): string | undefined => {
    const { [field]: sent } = sentFields(call);
    return fits(call) && typeof sent === 'string' ? sent : undefined;
  };

/** The phone of the customer in a sent order, by its digits. */
export const phoneOfOrder = (call: Call): string | undefined => {
  const { customer } = sentFields(call);
  const phone = isObject(customer) ? customer.phone : undefined;
  return typeof phone === 'string' ? phone.replace(/\D/g, '') : undefined;
};
