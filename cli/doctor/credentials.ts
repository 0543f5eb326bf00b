import { randomUUID } from 'node:crypto';
import { isObject, valueAt } from '../../core/json.ts';
import type { Lost, WireAnswer } from '../../fixtures/client/transport.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { ask, probe } from './probe.ts';

const came = (answer: WireAnswer | Lost): string => ('lost' in answer ? answer.reason : `status ${answer.status}`);

/** Whether the edge looks at the header that the profile names: a wrong value must be refused (Authentication › Edge validation). */
export const examineEdge = async (profile: Profile): Promise<Finding[]> => {
  const [first] = profile.companies;
  if (!first) return [];
  const { name } = profile.accessHeader;
  const { answer } = await probe(profile, first, { [name]: `wrong-${randomUUID()}` });
  if ('status' in answer && answer.status === 403) return [ok('edge', `a wrong ${name} is refused with 403`)];
  return [
    warning(
      'edge',
      `a wrong ${name} was answered ${came(answer)}, not 403`,
      'see that accessHeader.name is the header which the operator named; if it is, rule AUTH-2 will say so',
    ),
  ];
};

/** Whether every company's token opens the API, and a wrong one does not (Authentication › Scheme). */
export const examineTokens = async (profile: Profile): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const company of profile.companies) {
    const { answer } = await probe(profile, company);
    const isAccepted = 'status' in answer && answer.status === 200;
    const subject = `token of ${company.name}`;
    findings.push(
      isAccepted
        ? ok(subject, 'is accepted')
        : problem(subject, `was answered ${came(answer)}`, `correct the value in ${company.token.env}`),
    );
  }
  const [first] = profile.companies;
  if (!first) return findings;
  const { answer } = await probe(profile, first, { authorization: `Bearer ${randomUUID()}` });
  const isOpen = 'status' in answer && answer.status === 200;
  findings.push(
    isOpen
      ? warning(
          'wrong token',
          'is served as if it were good',
          'see that nothing in between adds credentials; else the rules about the token will say so',
        )
      : ok('wrong token', `is refused (${came(answer)})`),
  );
  return findings;
};

/** As many records as one page may have. */
const productsPath = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50';

const idsIn = (answer: WireAnswer | Lost): unknown[] => {
  if (!('status' in answer) || answer.status !== 200) return [];
  const data = valueAt(parsedJson(answer.text), '/data');
  return Array.isArray(data) ? data.filter(isObject).map(({ id }) => id) : [];
};

/** Whether the companies of the profile are different ones: else isolation would be judged between a company and itself. */
export const examineCompanies = async (profile: Profile): Promise<Finding[]> => {
  const [first, ...others] = profile.companies;
  // a second company that is not declared is reported with the rules that need one
  if (!first || others.length === 0) return [];
  const known = new Set(idsIn((await ask(profile, first, productsPath)).answer));
  const examineOther = async (other: Company): Promise<Finding> => {
    const subject = `company ${other.name}`;
    const own = other.token.env;
    if (own === first.token.env)
      return problem(
        subject,
        `has the token of ${first.name}: both name ${own}`,
        `name another variable in companies[].token of ${other.name}`,
      );
    const isSame = (message: string): Finding => problem(subject, message, `set ${own} to the token of ${other.name}`);
    if (other.token.value === first.token.value) return isSame(`has the token of ${first.name}`);
    const shared = idsIn((await ask(profile, other, productsPath)).answer).filter((id) => known.has(id));
    if (shared.length > 0) return isSame(`shows the same records as ${first.name}`);
    if (known.size > 0) return ok(subject, `shows other records than ${first.name}`);
    return warning(
      subject,
      `cannot be distinguished from ${first.name}, which has no products`,
      `check that ${own} holds the token of ${other.name}`,
    );
  };
  const findings: Finding[] = [];
  for (const other of others) findings.push(await examineOther(other));
  return findings;
};

/** Seconds by which the two clocks may differ before times in a report mislead; no verdict rests on ours. */
const toleratedSkewSeconds = 2;

/** How far the target's clock is from this machine's, by the Date header; it has a resolution of a second. */
export const examineClock = async (profile: Profile): Promise<Finding[]> => {
  const [first] = profile.companies;
  if (!first) return [];
  const { answer, durationMs } = await probe(profile, first);
  const date = 'headers' in answer ? Date.parse(answer.headers.date ?? '') : Number.NaN;
  if (Number.isNaN(date))
    return [warning('clock', 'the target sends no Date header', 'synchronize the clocks of both machines')];
  const skewSeconds = Math.max(0, Math.abs(Date.now() - durationMs / 2 - (date + 500)) / 1000 - 0.5);
  if (skewSeconds <= toleratedSkewSeconds) return [ok('clock', 'agrees with the target’s')];
  return [
    warning(
      'clock',
      `differs from the target’s by about ${Math.round(skewSeconds)} s`,
      'synchronize the clocks: a report shows the times of both, though no verdict compares them',
    ),
  ];
};
