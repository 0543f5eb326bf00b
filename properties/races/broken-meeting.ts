import { isObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { sentFields } from '../../suites/broken-handling.ts';
import type { PlatformChange } from '../../suites/defect.ts';

/** How long a call takes. Calls that are sent at once overlap, and a call that waits for the last response does not. */
const underWayMs = 20;

export const underWay = ({ setTimer }: Runtime): Promise<void> =>
  new Promise((resolve) => setTimer(underWayMs, resolve));

/** A call that overlaps with others of the same key. */
export interface Meeting {
  call: Call;
  /** The calls that were under way when it came. */
  before: readonly Call[];
  /** All calls that overlapped with it. */
  met: readonly Call[];
  /** The correct platform. */
  handle: Handle;
}

/** Delays calls that have a key, so that calls of one key overlap, and handles each with those that it met. */
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

/** Lets a policy know which call it decides about: the platform decides before `handle` returns. */
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

/** A platform that reads when a call comes and writes later, so that each of several simultaneous calls is the first. */
export const lookingTooEarly = (
  keyOf: (call: Call) => string | undefined,
  policyOf: (isOverlooked: () => boolean) => NonNullable<PlatformChange['policy']>,
  isTooEarly: (meeting: Meeting) => boolean = ({ before }) => before.length > 0,
): PlatformChange => {
  const overlooked = overlooking();
  return {
    policy: policyOf(overlooked.isOverlooked),
    wrap: meeting(keyOf, (each) =>
      isTooEarly(each) ? overlooked.handle(each.handle, each.call) : each.handle(each.call),
    ),
  };
};

/** A string field of the body, for matching calls. */
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
