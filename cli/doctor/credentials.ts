import { randomUUID } from 'node:crypto';
import { isObject, valueAt } from '../../core/json.ts';
import type { Lost, WireAnswer } from '../../fixtures/client/transport.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { ask, probe } from './probe.ts';

const statusOf = (answer: WireAnswer | Lost): number | undefined => ('status' in answer ? answer.status : undefined);

const came = (answer: WireAnswer | Lost): string => ('lost' in answer ? answer.reason : `status ${answer.status}`);

/** Tests whether the edge checks the second header: it must refuse a wrong value (Authentication › Edge validation). */
export const examineEdge = async (profile: Profile): Promise<Finding[]> => {
  const [first] = profile.companies;
  if (!first) return [];
  const { name } = profile.accessHeader;
  const { answer } = await probe(profile, first, { [name]: `wrong-${randomUUID()}` });
  if (statusOf(answer) === 403) return [ok('edge', `a wrong ${name} is refused with 403`)];
  return [
    warning(
      'edge',
      `a wrong ${name} was answered ${came(answer)}, not 403`,
      'check that accessHeader.name is the header that the operator named; if it is, rule AUTH-2 will report this',
    ),
  ];
};

/** Tests whether the API accepts every company's token and refuses a wrong one (Authentication › Scheme). */
export const examineTokens = async (profile: Profile): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const company of profile.companies) {
    const { answer } = await probe(profile, company);
    const subject = `token of ${company.name}`;
    findings.push(
      statusOf(answer) === 200
        ? ok(subject, 'is accepted')
        : problem(subject, `was answered ${came(answer)}`, `correct the value in ${company.token.env}`),
    );
  }
  const [first] = profile.companies;
  if (!first) return findings;
  const { answer } = await probe(profile, first, { authorization: `Bearer ${randomUUID()}` });
  findings.push(
    statusOf(answer) === 200
      ? warning(
          'wrong token',
          'is accepted like a valid one',
          'check that nothing in between adds credentials; otherwise, the rules about the token will report this',
        )
      : ok('wrong token', `is refused (${came(answer)})`),
  );
  return findings;
};

/** The largest page. */
const productsPath = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=50';

const idsIn = (answer: WireAnswer | Lost): unknown[] => {
  if (!('status' in answer) || answer.status !== 200) return [];
  const data = valueAt(parsedJson(answer.text), '/data');
  return Array.isArray(data) ? data.filter(isObject).map(({ id }) => id) : [];
};

/** Tests whether the companies of the profile differ. Otherwise isolation rules would compare a company with itself. */
export const examineCompanies = async (profile: Profile): Promise<Finding[]> => {
  const [first, ...others] = profile.companies;
  // `examineCoverage` reports a missing second company
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

/** A larger difference makes the times in a report misleading. No verdict depends on the local clock. */
const toleratedSkewSeconds = 2;

/** Compares the target's clock with the local one by the Date header, which has a resolution of one second. */
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
