import { discover } from '../../doctor/discovery/discover.ts';
import type { FlowQuestions } from '../../doctor/discovery/find-flows.ts';
import { describeObstacle, examineEssentials } from '../../doctor/essentials.ts';
import { missingKeys } from '../../doctor/missing-keys.ts';
import { openClient } from '../../fixtures/client/client.ts';
import { readProfile } from '../../fixtures/profile/load-profile.ts';
import { redactionOf } from '../../fixtures/redaction.ts';
import { clientSettings } from '../../fixtures/run/client-settings.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { CliError } from '../cli-error.ts';
import type { Answers } from './questions.ts';
import { writtenProfile } from './written-profile.ts';

interface Probing {
  /** Whether the file may hold types. */
  isTyped: boolean;
  /** A description of the target. */
  from?: string;
  /** Absent where nobody is there to be asked. */
  questions?: {
    askSecret(variable: string): Promise<string>;
    askAboutFlows(): FlowQuestions;
  };
}

const nobody: FlowQuestions = { step: async () => undefined };
const requestsPerSecond = 40;

const inputOf = ({ baseUrl, accessHeader, accessKey, tokens, writes, takeOver, publicUrl }: Answers): object => ({
  name: 'staging',
  ...{ baseUrl, writes },
  accessHeader: { name: accessHeader, value: { env: accessKey } },
  companies: tokens.map((env, index) => ({
    name: ['main', 'second', 'third'][index] ?? `company-${index + 1}`,
    token: { env },
    ...(takeOver ? { webhook: { takeOver } } : {}),
  })),
  ...(takeOver ? { capture: publicUrl === undefined ? {} : { publicUrl } } : {}),
  limits: { requestsPerSecond },
});

/** The secrets, from the environment or from whoever is there. */
const environmentOf = async (
  { tokens, accessKey }: Answers,
  questions: Probing['questions'],
): Promise<Record<string, string | undefined>> => {
  const environment: Record<string, string | undefined> = { ...process.env };
  if (!questions) return environment;
  for (const name of [accessKey, ...tokens]) environment[name] ||= await questions.askSecret(name);
  return environment;
};

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** A profile with everything that asking the target shows, as the text of a file. */
export const probedProfile = async (answers: Answers, { isTyped, from, questions }: Probing): Promise<string> => {
  const hints = from === undefined ? undefined : (await import('./from/read-description.ts')).readDescription(from);
  const environment = await environmentOf(answers, questions);
  const { profile, secrets } = readProfile(inputOf(answers), 'what is known of the target', environment);
  const redact = redactionOf(secrets);
  const obstacle = await examineEssentials(profile);
  if (obstacle) throw new CliError(redact(describeObstacle(profile, obstacle)));
  say(
    answers.writes
      ? `Asking ${answers.baseUrl}: records are created with phones ${profile.phonePattern}, and removed.`
      : `Asking ${answers.baseUrl}, without creating anything.`,
  );
  await using client = openClient({ ...clientSettings(profile), redact, onExchange: () => {} });
  const found = await discover({
    ...{ client, profile, runtime: systemRuntime, questions: questions?.askAboutFlows() ?? nobody },
    ...(hints ? { hints } : {}),
    say: (line) => say(redact(line)),
  });
  for (const what of found.left) say(redact(`! could not be removed: ${what}`));
  const missing = missingKeys(found.profile, listedRules);
  const { length: total } = listedRules;
  const held = listedRules.filter(({ needs }) => missingKeys(found.profile, [{ needs }]).length > 0).length;
  say(`${total - held} of ${total} rules can be tested with this profile.`);
  const date = systemRuntime.date().toISOString().slice(0, 10);
  return redact(writtenProfile({ ...found, missing, date }, isTyped));
};
