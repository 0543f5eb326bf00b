import type { Certificate } from '../../core/certificate.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import { routeOf } from '../../reports/kit/exchange-labels.ts';
import { type Markup, markup, nothing, table } from '../../reports/kit/page/markup.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { messageIn } from '../certificate/refused-writes.ts';

/** The most numbers of calls in a row. */
const maxNamed = 8;

interface Refused {
  route: string;
  status: number;
  message: string;
}

interface RepeatedRefusal extends Refused {
  calls: readonly number[];
}

/**
 * The platform's refusal of a request. Undefined if it accepted the request, if a scenario disturbed it, or for a
 * lookup of a missing record.
 */
const refusalOf = ({ method, path, answer, fault }: PartnerCall): Refused | undefined => {
  if (!('status' in answer) || answer.status < 400 || fault !== undefined) return undefined;
  if (method === 'GET' && [404, 422].includes(answer.status)) return undefined;
  return { route: routeOf({ method, path }), status: answer.status, message: messageIn({ answer }) };
};

const named = (numbers: readonly number[]): string =>
  `${numbers.slice(0, maxNamed).join(', ')}${numbers.length > maxNamed ? ', …' : ''}`;

/** What the platform of the session refused by itself, each refusal once, with the numbers of its calls. */
export const platformRefusals = ({ records }: Pick<Certificate, 'records'>): RepeatedRefusal[] => {
  const { calls } = evidenceIn(records);
  const deletions = Map.groupBy(
    calls.filter(({ method }) => method === 'DELETE'),
    ({ path }) => path,
  );
  // a deletion that is sent again finds nothing
  const isGone = (call: PartnerCall): boolean =>
    'status' in call.answer &&
    call.answer.status === 404 &&
    (deletions.get(call.path) ?? []).some(({ number }) => number < call.number);
  const refused = calls.flatMap((call) => {
    const refusal = refusalOf(call);
    return refusal && !isGone(call) ? [{ refusal, number: call.number }] : [];
  });
  const alike = Map.groupBy(refused, ({ refusal: { route, status, message } }) =>
    JSON.stringify([route, status, message]),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ ...first.refusal, calls: group.map(({ number }) => number) }] : [];
  });
};

/** Lists the requests that the platform of the session refused, with the reasons. */
export const refusedRequests = (certificate: Certificate): Markup => {
  const refusals = platformRefusals(certificate);
  if (refusals.length === 0) return nothing;
  const rows = refusals.map(({ route, status, message, calls }) => [
    markup`<code>${route}</code>`,
    status,
    message,
    calls.length,
    named(calls),
  ]);
  const columns = [
    { name: 'Request' },
    { name: 'Status', isNumber: true },
    { name: 'Message' },
    { name: 'Times', isNumber: true },
    { name: 'Calls' },
  ];
  return markup`<section aria-labelledby="refused"><h2 id="refused">Refused requests <small>by the platform itself, not as a part of a scenario</small></h2>${table('Refused requests', columns, rows)}</section>`;
};
