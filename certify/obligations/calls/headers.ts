import { show } from '../../../core/json.ts';
import { marks, type PartnerCall } from '../../../core/partner-record.ts';
import { byOwner, isOfSecond } from '../companies.ts';
import { ofCall } from '../model/observation.ts';
import { fieldsOf, nameOf, queryOf, undisturbed } from '../model/read-call.ts';
import type { Obligation } from '../obligation.ts';

const source = 'Authentication';

const carriesToken = ({ headers }: PartnerCall): boolean => headers.authorization?.endsWith(marks.token) === true;

export const headers: readonly Obligation[] = [
  {
    id: 'PART-1',
    text: 'Every request has the token of the company in its `Authorization` header',
    source,
    statements: ['S092', 'S157'],
    level: 'must',
    judge: (record) =>
      undisturbed(record).map((call) =>
        ofCall(
          call,
          carriesToken(call),
          call.headers.authorization === undefined
            ? 'came without an Authorization header; it should carry the token'
            : 'came with another token than the one given for this session',
        ),
      ),
  },
  {
    id: 'PART-2',
    text: 'The `Authorization` header is `Bearer`, with a capital B, one space and the token',
    source,
    statements: ['S157'],
    level: 'must',
    judge: (record) =>
      undisturbed(record)
        .filter(carriesToken)
        .map((call) => {
          const { authorization } = call.headers;
          return ofCall(
            call,
            authorization === `Bearer ${marks.token}`,
            `came with Authorization: ${show(authorization)}; it should begin with Bearer, capital B and one space`,
          );
        }),
  },
  {
    id: 'PART-3',
    text: 'Every request has the second header with the access key',
    source,
    statements: ['S092', 'S158', 'S159'],
    level: 'must',
    judge(record) {
      const name = record.names.accessHeader.toLowerCase();
      return undisturbed(record).map((call) =>
        ofCall(
          call,
          call.headers[name] === marks.accessKey,
          call.headers[name] === undefined
            ? `came without the header ${name}; every call needs it and the token`
            : `came with another value in ${name} than the access key of this session`,
        ),
      );
    },
  },
  {
    id: 'PART-116',
    text: 'No request names a company: the token identifies it',
    source: 'What the service does',
    statements: ['S008', 'S161'],
    level: 'should',
    // the ids of both companies come with notifications
    acrossCompanies: true,
    judge(record) {
      const companies = new Set(record.attempts.flatMap((attempt) => nameOf(fieldsOf(attempt).companyId) ?? []));
      return undisturbed(record).map((call) => {
        const asked = [...queryOf(call)];
        const isCompany = ([name, value]: readonly [string, unknown]): boolean =>
          /^company_?id$/i.test(name) || (typeof value === 'string' && companies.has(value));
        const named = [
          // a customer in a body may have a company of its own
          ...asked.filter(([name]) => /^(company|empresa|tenant)$/i.test(name)),
          ...[...asked, ...Object.entries(fieldsOf(call))].filter(isCompany),
        ];
        return ofCall(
          call,
          named.length === 0,
          `sent ${named.map(([name]) => name).join(', ')}; no call takes a company, the token stands for it`,
        );
      });
    },
  },
  {
    id: 'PART-180',
    text: 'The records of a company are written, and its orders looked up, with the token of that company only',
    source: 'What the service does',
    statements: ['S009', 'S007'],
    level: 'must',
    needs: 'several-companies',
    arisesWith: ['orders', 'redemption', 'carts', 'coupons', 'shared-coupons', 'mark-used', 'webhooks'],
    acrossCompanies: true,
    judge: (record) =>
      byOwner(record).map(({ call, what, owner }) =>
        ofCall(
          call,
          owner === (isOfSecond(call) ? 'second' : 'first'),
          `names ${what}, which is of the ${owner} company, and carries the token of the other one`,
        ),
      ),
  },
];
