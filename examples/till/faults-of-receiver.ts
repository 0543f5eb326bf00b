import { type Deviations, must, should } from './deviating.ts';
import type { Manners, NoticeAnswer } from './manners.ts';

const always = (answer: NoticeAnswer): Partial<Manners> => ({ answers: () => answer });
const onRepeats = (answer: NoticeAnswer): Partial<Manners> => ({
  answers: (_notice, isRepeat) => (isRepeat ? answer : { status: 200 }),
});
const every =
  (count: number, answer: NoticeAnswer): (() => Partial<Manners>) =>
  () => {
    let seen = 0;
    return { answers: () => (++seen % count === 0 ? answer : { status: 200 }) };
  };

/** Responses to notifications. */
export const faultsOfReceiver: Deviations = {
  'answers after the work': must('answers a notification once the coupon is created', 'S176 S154').by(
    always({ status: 200, afterWork: true }),
  ),
  'answers after the work without an order': must(
    'answers a notification that names no order once the coupon is created',
    'S176 S154',
  ).by({ answers: ({ orderId }) => ({ status: 200, afterWork: orderId === null }) }),
  'answers after the work while another notification waits': must(
    'answers a notification once the coupon is created while another waits',
    'S176 S154',
  ).by({
    answers: (_notice, _isRepeat, { ledger }) => ({
      status: 200,
      afterWork: [...ledger.waiting.values()].some(({ what }) => what === 'notice came'),
    }),
  }),
  'answers 409 to what came before a start': must(
    'answers repeats of what came before a start with 409',
    'S180 S177',
  ).by(() => {
    let before = new Set<string>();
    return {
      onStart({ ledger }) {
        before = new Set(ledger.notices.keys());
        return [];
      },
      answers: ({ code }, isRepeat) => ({ status: isRepeat && before.has(code) ? 409 : 200 }),
    };
  }),
  'forgets what it could not read': should(
    'takes a coupon whose lookup was refused for one that it has processed',
    'S154 S180',
  ).by(() => {
    const codes = new Set<string>();
    return {
      wasReceived({ code }, { ledger }) {
        const isKnown = codes.has(code) || ledger.notices.has(code);
        codes.add(code);
        return isKnown;
      },
    };
  }),
  'answers after six seconds': must('answers notifications after six seconds', 'S176 S221').by(
    always({ status: 200, afterMs: 6000 }),
  ),
  'answers after half a minute': must('answers notifications after half a minute', 'S176 S221').by(
    always({ status: 200, afterMs: 30_000 }),
  ),
  'answers 302': must('answers notifications with 302', 'S176 S177').by(always({ status: 302 })),
  'answers 304': must('answers notifications with 304', 'S176 S177').by(always({ status: 304 })),
  'answers 404': must('answers notifications with 404', 'S176 S177').by(always({ status: 404 })),
  'answers 500 and works': must('answers notifications with 500, and processes them', 'S176 S177').by(
    always({ status: 500 }),
  ),
  'answers 500 to repeats': must('answers repeats with 500', 'S180').by(onRepeats({ status: 500 })),
  'answers 409 to repeats': must('answers repeats with 409', 'S180').by(onRepeats({ status: 409 })),
  'answers 404 to repeats': must('answers repeats with 404', 'S180').by(onRepeats({ status: 404 })),
  'silent on repeats': must('does not answer repeats', 'S180 S176').by(onRepeats({ status: 'silence' })),
  'slow on repeats': must('answers repeats after six seconds', 'S180 S176').by(
    onRepeats({ status: 200, afterMs: 6000 }),
  ),
  'never answers': must('does not answer notifications', 'S176').by(always({ status: 'silence' })),
  'hangs up': must('ends the connection of notifications', 'S176 S177').by(always({ status: 'hang-up' })),
  'hangs up now and then': must('ends the connection of every third notification', 'S176 S177').by(
    every(3, { status: 'hang-up', isDropped: true }),
  ),
  'fails now and then': must('answers every third notification with 500', 'S176').by(
    every(3, { status: 500, isDropped: true }),
  ),
  'drops now and then': must('acknowledges every fifth notification and drops it', 'S176 S154 S012').by(
    every(5, { status: 200, isDropped: true }),
  ),
  'drops all': must('acknowledges notifications and drops them', 'S154 S176 S012').by(
    always({ status: 200, isDropped: true }),
  ),
  'refuses what has no order': must('answers 400 to notifications whose `orderId` is null', 'S183').by({
    answers: ({ orderId }) => (orderId === null ? { status: 400, isDropped: true } : { status: 200 }),
  }),
  'refuses odd codes': must('answers 400 to codes with special characters', 'S043 S181').by({
    answers: ({ code }) => (/^[\w-]+$/.test(code) ? { status: 200 } : { status: 400, isDropped: true }),
  }),
  'refuses small letters': must('answers 400 to codes with lowercase letters', 'S043 S181').by({
    answers: ({ code }) => (/[a-z]/.test(code) ? { status: 400, isDropped: true } : { status: 200 }),
  }),
  'refuses orders it does not know': must(
    'answers 404 to notifications whose order it does not find in its books yet',
    'S176 S184',
  ).by({
    answers: ({ orderId }, _isRepeat, { ledger }) =>
      [...ledger.serviceIds.values()].includes(orderId ?? '') ? { status: 200 } : { status: 404, isDropped: true },
  }),
  'refuses first attempts': must('answers the first notification of each coupon with 503', 'S176').by(() => {
    const seen = new Set<string>();
    return {
      answers({ code }) {
        if (seen.has(code)) return { status: 200 };
        seen.add(code);
        return { status: 503, isDropped: true };
      },
    };
  }),
  'answers 410 to repeats of used coupons': must('answers a repeat with 410 once its coupon was used', 'S180 S177').by({
    answers: ({ code }, isRepeat, { ledger }) => ({ status: isRepeat && ledger.spent.has(code) ? 410 : 200 }),
  }),
};
