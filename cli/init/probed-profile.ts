import { omitUndefined } from '../../core/omit-undefined.ts';
import { openClient } from '../../fixtures/client/client.ts';
import { problem } from '../../fixtures/finding.ts';
import { readProfile } from '../../fixtures/profile/load-profile.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { redactionOf } from '../../fixtures/redaction/redaction.ts';
import { clientSettings } from '../../fixtures/run/client-settings.ts';
import { systemRuntime } from '../../fixtures/runtime.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { CliError } from '../cli-error.ts';
import { discover } from '../doctor/discovery/discover.ts';
import type { FlowQuestions } from '../doctor/discovery/find-flows.ts';
import type { Note } from '../doctor/discovery/notebook.ts';
import { describeObstacle, examineEssentials } from '../doctor/essentials.ts';
import { missingKeys } from '../doctor/missing-keys.ts';
import { tryCapture } from '../doctor/try-writes.ts';
import { companyName } from './profile-template.ts';
import type { Answers } from './questions.ts';
import { writtenProfile } from './written-profile.ts';

interface ProbeOptions {
  /** Whether the file is TypeScript. */
  isTyped: boolean;
  /** File with a description of the target. */
  from?: string;
  /** Left out if nobody can be asked. */
  questions?: {
    askSecret(variable: string): Promise<string>;
    askAboutFlows(): FlowQuestions;
  };
}

const noAnswers: FlowQuestions = { step: async () => undefined };
const requestsPerSecond = 40;

const inputOf = ({
  baseUrl,
  accessHeader,
  accessKey,
  tokens,
  writes,
  takeOver,
  publicUrl,
  capturePort,
}: Answers): object => ({
  name: 'staging',
  baseUrl,
  writes,
  accessHeader: { name: accessHeader, value: { env: accessKey } },
  companies: tokens.map((env, index) => ({
    name: companyName(index),
    token: { env },
    ...(takeOver ? { webhook: { takeOver } } : {}),
  })),
  ...(takeOver ? { capture: omitUndefined({ publicUrl, port: capturePort }) } : {}),
  limits: { requestsPerSecond },
});

const environmentOf = async (
  { tokens, accessKey }: Answers,
  questions: ProbeOptions['questions'],
): Promise<Record<string, string | undefined>> => {
  const environment: Record<string, string | undefined> = { ...process.env };
  if (!questions) return environment;
  for (const name of [accessKey, ...tokens]) environment[name] ||= await questions.askSecret(name);
  return environment;
};

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Tests whether the target reaches the capture server, and notes the findings. */
const captureNotes = async (
  profile: Profile,
  secrets: readonly Secret[],
  redact: (text: string) => string,
): Promise<Note[]> => {
  const findings = await tryCapture(profile, secrets).catch((error: unknown) => [
    problem('capture', messageOf(error), 'try it with "npx selo doctor --try"'),
  ]);
  const notes = findings.map(({ subject, message, state, advice }): Note => {
    const isFound = state === 'ok';
    return { key: 'capture', isFound, message: `${subject}: ${message}${isFound || !advice ? '' : `; ${advice}`}` };
  });
  for (const { isFound, message } of notes) say(redact(`${isFound ? '✓' : '·'} capture: ${message}`));
  return notes;
};

/** The text of a profile with everything that was found. */
export const probedProfile = async (answers: Answers, { isTyped, from, questions }: ProbeOptions): Promise<string> => {
  const hints = from === undefined ? undefined : (await import('./read-description.ts')).readDescription(from);
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
    client,
    profile,
    runtime: systemRuntime,
    questions: questions?.askAboutFlows() ?? noAnswers,
    ...omitUndefined({ hints }),
    say: (line) => say(redact(line)),
  });
  const notes = answers.takeOver
    ? [...found.notes, ...(await captureNotes(found.likely, secrets, redact))]
    : found.notes;
  for (const what of found.left) say(redact(`! could not be removed: ${what}`));
  const missing = missingKeys(found.profile, listedRules);
  const { length: total } = listedRules;
  const blocked = listedRules.filter((rule) => missingKeys(found.profile, [rule]).length > 0).length;
  say(`${total - blocked} of ${total} rules can be tested with this profile.`);
  const date = systemRuntime.date().toISOString().slice(0, 10);
  return redact(writtenProfile({ ...found, notes, missing, date }, isTyped));
};
