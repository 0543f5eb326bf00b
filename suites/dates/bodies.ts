import { instantOf, wallClock } from '../../core/instants.ts';
import { valueAt } from '../../core/json.ts';
import type { StatementId } from '../../core/statement.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectRefusal, expectThat, isAccepted } from '../judge/expect.ts';
import { path } from '../path.ts';
import { brasiliaMinutes } from '../records/listing.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';

const source = 'Endpoints › Date and time input';

/** A date in some form, and how it must be stored. */
interface Sent {
  expiryDate: string;
  stored: string;
}

/** Sends an expiry. Returns the response and the code of the coupon that has it now. */
type SendExpiry = (expiryDate: string) => Promise<{ answer: Exchange; code: string }>;
type IsStored = (value: unknown, stored: string) => boolean;

/** Registers a new coupon for each expiry. */
const registering = async ({ post, body, given, unique }: CheckContext): Promise<SendExpiry> => {
  const { phone } = await given.coupon();
  return async (expiryDate) => {
    const code = unique.name('code');
    return { answer: await post('/coupons', { body: body.coupon({ phone, code, expiryDate }) }), code };
  };
};

const readExpiry = async ({ get }: CheckContext, code: string): Promise<Exchange> =>
  mustBeAccepted(await get(path`/coupons/code/${code}`), 'reading back a coupon');

/** Sends each expiry and asserts how it is stored. */
const expectSentStored = async (
  context: CheckContext,
  send: SendExpiry,
  sent: readonly Sent[],
  isStored: IsStored,
): Promise<void> => {
  for (const { expiryDate, stored } of sent) {
    const { answer, code } = await send(expiryDate);
    expectHolds(answer, 'status', `accepted with 2xx, for ${expiryDate} is a date`, answer.status, isAccepted(answer));
    const read = await readExpiry(context, code);
    expectThat(read, '/expiryDate', `${stored} (sent: ${expiryDate})`, (value) => isStored(value, stored));
  }
};

const expectStored = async (context: CheckContext, sent: readonly Sent[], isStored: IsStored): Promise<void> =>
  expectSentStored(context, await registering(context), sent, isStored);

const isInstant = (value: unknown, stored: string): boolean => instantOf(value) === instantOf(stored);

const isSecond = (value: unknown, stored: string): boolean => {
  const instantMs = instantOf(value);
  return instantMs !== undefined && Math.floor(instantMs / 1000) * 1000 === instantOf(stored);
};

/** The document gives no zone for dates with slashes, so the day in UTC and in Brasília both count. */
const isDay = (value: unknown, stored: string): boolean => {
  const instantMs = instantOf(value);
  return instantMs !== undefined && [0, brasiliaMinutes].some((zone) => wallClock(instantMs, zone).startsWith(stored));
};

const readAlikeByPut = (id: Rule['id'], by: 'id' | 'code', statement: StatementId): Rule => ({
  id,
  text: `A coupon update by ${by} reads every form of \`expiryDate\` as the registration of a coupon does`,
  source,
  statements: ['S111', 'S112', 'S113', statement],
  level: 'should',
  inferred: 'The document does not say that an update takes `expiryDate`.',
  needs: ['writes'],
  async check(context) {
    const coupon = await context.given.coupon({ expiryDate: '2030-01-31T12:00:00Z' });
    const putPath = by === 'id' ? path`/coupons/${coupon.id}` : path`/coupons/code/${coupon.code}`;
    const send: SendExpiry = async (expiryDate) => ({
      answer: await context.put(putPath, { body: { expiryDate } }),
      code: coupon.code,
    });
    const plain = '2031-01-31T12:00:00Z';
    await send(plain);
    if (!isInstant(valueAt((await readExpiry(context, coupon.code)).body, '/expiryDate'), plain)) {
      context.unverified('not-observable', `PUT by ${by} does not change the expiry of a coupon`);
    }
    await expectSentStored(
      context,
      send,
      [
        { expiryDate: '2031-05-06T22:20:30-03:00', stored: '2031-05-07T01:20:30Z' },
        { expiryDate: '2031-06-06T22:20:30', stored: '2031-06-07T01:20:30Z' },
        { expiryDate: '2031-05-06', stored: '2031-05-06T00:00:00Z' },
      ],
      isInstant,
    );
    await expectSentStored(context, send, [{ expiryDate: '07/08/2031', stored: '2031-07-08' }], isDay);
  },
});

export const bodies: readonly Rule[] = [
  {
    id: 'DATE-7',
    text: 'A date-time with a zone in a body is stored as the instant that it names',
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
          // most programs write fractions; the document does not say whether they are kept
          { expiryDate: '2031-05-06T01:20:30.250Z', stored: '2031-05-06T01:20:30Z' },
        ],
        isSecond,
      ),
  },
  {
    id: 'DATE-8',
    text: 'A date-time without a zone in a body is Brasília time',
    source,
    statements: ['S111'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(context, [{ expiryDate: '2031-05-06T22:20:30', stored: '2031-05-07T01:20:30Z' }], isInstant),
  },
  {
    id: 'DATE-9',
    text: 'A date without a time in a body is 00:00 UTC of that day',
    source,
    statements: ['S112'],
    level: 'must',
    needs: ['writes'],
    check: (context) =>
      expectStored(context, [{ expiryDate: '2031-05-06', stored: '2031-05-06T00:00:00Z' }], isInstant),
  },
  {
    id: 'DATE-10',
    text: 'A date with slashes in a body has the month first',
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
  readAlikeByPut('DATE-13', 'id', 'S135'),
  readAlikeByPut('DATE-14', 'code', 'S136'),
  {
    id: 'DATE-15',
    text: 'A date with slashes is read as month and day, or refused if its month is above 12',
    source,
    statements: ['S113'],
    level: 'should',
    inferred: 'The document names the form by day and month, in which the second number is a month.',
    needs: ['writes'],
    async check(context) {
      const send = await registering(context);
      await expectSentStored(context, send, [{ expiryDate: '05/13/2031', stored: '2031-05-13' }], isDay);
      const { answer, code } = await send('13/05/2031');
      if (!isAccepted(answer)) {
        return expectRefusal(answer, { status: [400, 422], control: (await send('05/13/2031')).answer });
      }
      const expected = 'a refusal, or 2031-05-13: there is no month 13';
      expectThat(await readExpiry(context, code), '/expiryDate', expected, (value) => isDay(value, '2031-05-13'));
    },
  },
];
