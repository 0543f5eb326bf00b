import type { Call, Purpose } from './call.ts';
import { bodies, calls, type Deviations, headers, must, should, withoutHeader } from './deviating.ts';

const reads: readonly Purpose[] = [
  'read sale',
  'find person',
  'look for voucher',
  'read voucher back',
  'read voucher',
  'read list',
  'read configuration',
];
const withoutAccessKey = (purposes: readonly Purpose[] | Purpose) =>
  headers(purposes, (sent) => {
    for (const name of Object.keys(sent)) if (name.endsWith('access')) delete sent[name];
  });

const authorization = (change: (sent: string, call: Call) => string) =>
  headers('every', ({ authorization: sent = '' }, call) => ({ authorization: change(sent, call) }));

/** Credentials and content types. */
export const faultsOfConnection: Deviations = {
  'no bearer': must('sends no `Authorization`', 'S157').by(withoutHeader('every', 'authorization')),
  'no bearer on lists': must('sends no `Authorization` when it reads a list', 'S157').by(
    withoutHeader('read list', 'authorization'),
  ),
  'no bearer on DELETE': must('sends no `Authorization` on `DELETE`', 'S157').by(
    withoutHeader(['remove person', 'drop receiver'], 'authorization'),
  ),
  'no bearer on write-backs': must('sends no `Authorization` on `PUT /coupons/code/{code}`', 'S157').by(
    withoutHeader(['write back', 'mark as used'], 'authorization'),
  ),
  'no bearer on the configuration': must('sends no `Authorization` when it reads the coupons configuration', 'S157').by(
    withoutHeader('read configuration', 'authorization'),
  ),
  'small bearer': must('writes the scheme as `bearer`', 'S157').by(
    authorization((sent) => sent.replace('Bearer', 'bearer')),
  ),
  'token alone': must('sends the token without a scheme', 'S157').by(
    authorization((sent) => sent.replace('Bearer ', '')),
  ),
  'scheme twice': must('writes the scheme twice', 'S157').by(authorization((sent) => `Bearer ${sent}`)),
  'small bearer on repeats': must('writes the scheme as `bearer` on repeats', 'S157').by(
    authorization((sent, { attempt }) => (attempt > 1 ? sent.replace('Bearer', 'bearer') : sent)),
  ),
  'no access key on reads': must('leaves the second header out on every GET', 'S092 S158').by(withoutAccessKey(reads)),
  'no access key on the registration': must('leaves the second header out on `POST /webhooks`', 'S158').by(
    withoutAccessKey('register receiver'),
  ),
  'no access key on DELETE of the registration': must(
    'leaves the second header out on `DELETE /webhooks/:id`',
    'S158',
  ).by(withoutAccessKey('drop receiver')),
  'no access key on changes of the registration': must(
    'leaves the second header out on `PUT /webhooks/:id`',
    'S158',
  ).by(withoutAccessKey('change receiver')),
  'no access key on repeats': must('leaves the second header out on repeats', 'S158').by(
    headers('every', (sent, { attempt }) => {
      for (const name of Object.keys(sent)) if (attempt > 1 && name.endsWith('access')) delete sent[name];
    }),
  ),
  'no access key on coupon lookups': must('leaves the second header out on lookups of coupons', 'S158').by(
    withoutAccessKey(['look for voucher', 'read voucher back', 'read voucher']),
  ),
  'credentials swapped': must('sends the access key as the bearer, and the token as the second header', 'S157 S158').by(
    headers('every', (sent) => {
      const name = Object.keys(sent).find((each) => each.endsWith('access'));
      return (
        name !== undefined && {
          [name]: String(sent.authorization).slice('Bearer '.length),
          authorization: `Bearer ${sent[name]}`,
        }
      );
    }),
  ),
  'access key under another name': must('sends the second header as `x-access-key`', 'S158').by(
    headers('every', (sent) => {
      for (const name of Object.keys(sent)) {
        if (!name.endsWith('access')) continue;
        sent['x-access-key'] = sent[name] ?? '';
        delete sent[name];
      }
    }),
  ),
  'no content type on PUT': must('sends no `Content-Type` on `PUT`', 'S093 S165').by(
    headers('every', (sent, { method }) => {
      if (method === 'PUT') delete sent['content-type'];
    }),
  ),
  'no content type on coupons': must('sends no `Content-Type` on `POST /coupons`', 'S093 S165').by(
    withoutHeader('register voucher', 'content-type'),
  ),
  'no content type on the registration': must('sends no `Content-Type` on `POST /webhooks`', 'S093 S165').by(
    withoutHeader('register receiver', 'content-type'),
  ),
  'text as content type': must('sends orders as `text/plain`', 'S093 S165').by(
    headers('send sale', { 'content-type': 'text/plain' }),
  ),
  'form as content type': must('declares the JSON of changes as a form', 'S093 S165').by(
    headers(['settle sale', 'void sale', 'change person'], { 'content-type': 'application/x-www-form-urlencoded' }),
  ),
  'no content type on repeats': must('sends no `Content-Type` on repeats', 'S093 S165').by(
    headers('every', (sent, { attempt }) => {
      if (attempt > 1) delete sent['content-type'];
    }),
  ),
  'company in bodies': should('names the company in every body', 'S008 S161').by(
    bodies('every', { companyId: '0b0e8a5e-5c7a-4c9e-8f7e-0d7a3a1f2b4c' }),
  ),
  'company in the query': should('names the company in the query of lists', 'S008 S161').by(
    calls('read list', (call) => ({ query: { ...call.query, companyId: '0b0e8a5e-5c7a-4c9e-8f7e-0d7a3a1f2b4c' } })),
  ),
  'version in paths': must('puts `/v1` before every path', 'S092 S226').by(
    calls('every', (call) => ({ path: `/v1${call.path}` })),
  ),
};
