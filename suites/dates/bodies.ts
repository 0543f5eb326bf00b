import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectThat } from '../expect.ts';
import { instantOf, wallClock } from '../instants.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Date and time input';
const brasiliaMinutes = -180;

/** A text that names a date, and what it must be stored as. */
interface Sent {
  expiryDate: string;
  stored: string;
}

/** Registers one coupon for each text and shows each as it was stored. */
const expectStored = async (
  { get, post, body, given, unique }: CheckContext,
  sent: readonly Sent[],
  isStored: (value: unknown, stored: string) => boolean,
): Promise<void> => {
  const { phone } = await given.coupon();
  for (const { expiryDate, stored } of sent) {
    const code = unique.name('code');
    const posted = await post('/coupons', { body: body.coupon({ phone, code, expiryDate }) });
    expectHolds(posted, 'status', `accepted with 2xx, for ${expiryDate} is a date`, posted.status, isAccepted(posted));
    const read = mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back a coupon');
    expectThat(read, '/expiryDate', `${stored}, sent as ${expiryDate}`, (value) => isStored(value, stored));
  }
};

const isAccepted = ({ status }: Exchange): boolean => status >= 200 && status < 300;

const isInstant = (value: unknown, stored: string): boolean => instantOf(value) === instantOf(stored);

const isSecond = (value: unknown, stored: string): boolean => {
  const instantMs = instantOf(value);
  return instantMs !== undefined && Math.floor(instantMs / 1000) * 1000 === instantOf(stored);
};

/** The zone of the form with slashes is open, so a day counts where it is that day in UTC or in Brasília. */
const isDay = (value: unknown, stored: string): boolean => {
  const instantMs = instantOf(value);
  return instantMs !== undefined && [0, brasiliaMinutes].some((zone) => wallClock(instantMs, zone).startsWith(stored));
};

export const bodies: readonly Rule[] = [
  {
    id: 'DATE-7',
    text: 'A date-time with zone in a body is stored as the instant that it names',
    source,
    statements: ['S059', 'S114'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(
        context,
        [
          { expiryDate: '2031-05-06T22:20:30-03:00', stored: '2031-05-07T01:20:30Z' },
          { expiryDate: '2031-05-06T01:20:30+05:30', stored: '2031-05-05T19:50:30Z' },
          { expiryDate: '2031-05-06T01:20:30Z', stored: '2031-05-06T01:20:30Z' },
          { expiryDate: '2031-12-31T23:59:59Z', stored: '2031-12-31T23:59:59Z' },
          // as ISO 8601 has it, and most programs write it; with which precision it is kept is open
          { expiryDate: '2031-05-06T01:20:30.250Z', stored: '2031-05-06T01:20:30Z' },
        ],
        isSecond,
      ),
  },
  {
    id: 'DATE-8',
    text: 'A date-time without zone in a body is Brasília time',
    source,
    statements: ['S111'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(context, [{ expiryDate: '2031-05-06T22:20:30', stored: '2031-05-07T01:20:30Z' }], isInstant),
  },
  {
    id: 'DATE-9',
    text: 'A date alone in a body is 00:00 UTC of that day',
    source,
    statements: ['S112'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(context, [{ expiryDate: '2031-05-06', stored: '2031-05-06T00:00:00Z' }], isInstant),
  },
  {
    id: 'DATE-10',
    text: 'A date with slashes in a body begins with the month',
    source,
    statements: ['S113'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(
        context,
        [
          { expiryDate: '05/06/2031', stored: '2031-05-06' },
          { expiryDate: '12/01/2031', stored: '2031-12-01' },
        ],
        isDay,
      ),
  },
];
