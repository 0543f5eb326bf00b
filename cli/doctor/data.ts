import type { WireAnswer } from '../../fixtures/client/transport.ts';
import { type Finding, ok, warning } from '../../fixtures/finding.ts';
import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import { ask } from './probe.ts';

type Ask = (path: string) => Promise<WireAnswer | undefined>;

const askerOf =
  (profile: Profile, company: Company): Ask =>
  async (path) => {
    const { answer } = await ask(profile, company, path);
    return 'status' in answer ? answer : undefined;
  };

const page = 'after=2020-01-01T00:00:00Z&page=1&pageSize=50';

/**
 * Hours in UTC at which Brasília still has the day before. Only then do the two readings of a date without a time
 * differ.
 */
const nightUtc = /"createdAt"\s*:\s*"[^"]*T0[0-2]:/;

const examineNight = async (asked: Ask): Promise<Finding> => {
  const list = await asked(`/products?${page}`);
  if (list && nightUtc.test(list.text))
    return ok('seed data', 'the history has a product made between 00:00 and 03:00 UTC');
  return warning(
    'seed data',
    'no product made between 00:00 and 03:00 UTC is on the first page',
    'create one product at that time, so that the two readings of a date without a time can be distinguished',
  );
};

const examineLists = async ({ resources }: Profile, asked: Ask): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [resource, declared] of Object.entries(resources)) {
    if (typeof declared !== 'object' || !('list' in declared) || declared.list === undefined) continue;
    const answer = await asked(`${declared.list}?${page}`);
    findings.push(
      answer?.status === 200
        ? ok(`list of ${resource}`, `GET ${declared.list} answers`)
        : warning(
            `list of ${resource}`,
            `GET ${declared.list} was answered ${answer?.status ?? 'not at all'}`,
            `correct resources.${resource}.list`,
          ),
    );
  }
  return findings;
};

const examineUsers = async ({ users }: Company, asked: Ask): Promise<Finding[]> => {
  // `examineCoverage` reports a missing user
  if (!users?.known) return [];
  const { status } = (await asked(`/users/${users.known.id}`)) ?? {};
  return [
    status === 200
      ? ok('known user', 'is found')
      : warning('known user', `was answered ${status ?? 'not at all'}`, 'correct companies[0].users.known'),
  ];
};

/**
 * Tests whether the first company has what rules need: lists at the declared paths, the known user, and records made at
 * night.
 */
export const examineData = async (profile: Profile): Promise<Finding[]> => {
  const [first] = profile.companies;
  if (!first) return [];
  const asked = askerOf(profile, first);
  return [...(await examineLists(profile, asked)), ...(await examineUsers(first, asked)), await examineNight(asked)];
};
