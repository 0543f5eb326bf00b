import { bodies, calls, type Deviations, must, should, without } from './deviating.ts';

/** The receiver's URL and its bearer. */
export const faultsOfRegistration: Deviations = {
  'registers for each order': must('registers its receiver again for each order', 'S033 S156 S223').by({
    takes: (task, { ledger }) =>
      task.what === 'sale rung' ? [task, { what: 'receiver wanted', secret: ledger.secrets.at(-1) ?? 'none' }] : [task],
  }),
  'registers each till': must('registers its receiver once for each till', 'S033 S156 S223').by({
    also: (call, _reply) => (call.purpose === 'register receiver' ? [call] : []),
  }),
  'registers for changes': must('registers a second time when the registration is changed', 'S033 S139').by(
    calls('change receiver', { method: 'POST', path: '/webhooks' }),
  ),
  'another event': must('registers for `coupon.create`', 'S138 S167').by(
    bodies('register receiver', { event: 'coupon.create' }),
  ),
  'an event in capitals': must('registers for `COUPON_CREATE`', 'S138 S167').by(
    bodies('register receiver', { event: 'COUPON_CREATE' }),
  ),
  'an event that does not exist': must('registers for `coupon_cancel` as well', 'S167 S172 S073').by({
    also: (call) =>
      call.purpose === 'register receiver' ? [{ ...call, body: { ...call.body, event: 'coupon_cancel' } }] : [],
  }),
  'no event': must('registers without `event`', 'S138').by(without('register receiver', 'event')),
  'no address': must('registers without an address', 'S138').by(without('register receiver', 'callbackUrl')),
  'a path as address': must('registers a path as the address', 'S138').by(
    bodies('register receiver', { callbackUrl: '/notices' }),
  ),
  'another event on changes': must('changes the registration to another event', 'S139 S167').by(
    bodies('change receiver', { event: 'coupon_update' }),
  ),
  'another address on changes': must('changes the registration to an address that does not exist', 'S139').by(
    bodies('change receiver', (body) => ({ callbackUrl: `${body.callbackUrl}-old` })),
  ),
  'changes a registration of its own id': must('changes the registration under an id of its own', 'S139 S035').by(
    calls('change receiver', { path: '/webhooks/receiver' }),
  ),
  'removes a registration of its own id': must('removes the registration under an id of its own', 'S140 S035').by(
    calls('drop receiver', { path: '/webhooks/receiver' }),
  ),
  'trusts everyone': should('accepts notifications with any bearer', 'S166 S175').by({ trusts: () => true }),
  'trusts any bearer': should('accepts notifications with some bearer, whatever it is', 'S166 S175').by({
    trusts: (authorization) => authorization?.startsWith('Bearer ') === true,
  }),
  'trusts what has no bearer': should('accepts notifications without a bearer', 'S166 S175').by({
    trusts: (authorization, { secrets }) =>
      authorization === undefined || secrets.some((secret) => authorization === `Bearer ${secret}`),
  }),
  'trusts the beginning of the secret': should('compares the first eight characters of the bearer', 'S166 S175').by({
    trusts: (authorization = '', { secrets }) =>
      secrets.some((secret) => authorization.startsWith(`Bearer ${secret.slice(0, 8)}`)),
  }),
  'trusts only the first secret': must('refuses notifications with a bearer that it changed to', 'S166 S175 S176').by({
    trusts: (authorization, { secrets: [first] }) => authorization === `Bearer ${first}`,
  }),
  'trusts no one': must('refuses notifications with the bearer that it registered', 'S166 S175 S176').by({
    trusts: () => false,
  }),
  'other secret than registered': must(
    'registers another bearer than the one that it compares with',
    'S166 S175 S176',
  ).by(bodies(['register receiver', 'change receiver'], (body) => ({ bearerToken: `${body.bearerToken}-x` }))),
};
