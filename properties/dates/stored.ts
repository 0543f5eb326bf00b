import { instantOf } from '../../core/instants.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectHolds, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../../suites/session/given.ts';

interface Meaning {
  /** What a text must be stored as, for the report. */
  stored(text: string): string;
  isStored(value: unknown, text: string): boolean;
  /** Whether the document leaves open if the text is a date. */
  mayRefuse?: (text: string) => boolean;
}

/** Asserts what is stored when a coupon is registered with each text as its `expiryDate`. */
export const expectStored = async (
  { get, post, body, given, unique, unverified }: CheckContext,
  texts: readonly string[],
  { stored, isStored, mayRefuse = () => false }: Meaning,
): Promise<void> => {
  const { phone } = await given.owner();
  for (const expiryDate of texts) {
    const code = unique.name('code');
    const posted = await post('/coupons', { body: body.coupon({ phone, code, expiryDate }) });
    await mustNotBeProfilesFault(posted, () => post('/coupons', { body: body.coupon({ phone }) }));
    const isAccepted = posted.status >= 200 && posted.status < 300;
    if (!isAccepted && mayRefuse(expiryDate)) unverified('not-reached', `${expiryDate} was refused, which is open`);
    expectHolds(posted, 'status', `accepted with 2xx, for ${expiryDate} is a date`, posted.status, isAccepted);
    const read = mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back a coupon');
    expectThat(read, '/expiryDate', `${stored(expiryDate)} (sent: ${expiryDate})`, (value) =>
      isStored(value, expiryDate),
    );
  }
};

/**
 * Whether a returned date is this instant, in UTC with `Z`. How precisely a target stores time is open, so the fraction may
 * be missing, rounded or cut.
 */
export const isInstant = (value: unknown, instantMs: number): boolean => {
  const keptMs = typeof value === 'string' && value.endsWith('Z') ? instantOf(value) : undefined;
  if (keptMs === undefined) return false;
  const awayMs = Math.abs(keptMs - instantMs);
  if (instantMs % 1000 === 0) return awayMs === 0;
  return keptMs % 1000 === 0 ? awayMs < 1000 : awayMs < 100;
};
