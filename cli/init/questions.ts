import { cancel, confirm, intro, password, select, text } from '@clack/prompts';
import { CliError } from '../cli-error.ts';
import type { FlowQuestions, FlowStep } from '../doctor/discovery/find-flows.ts';

/** What the user decides. */
export interface Answers {
  baseUrl: string;
  accessHeader: string;
  /** Names of the variables with the tokens, one for each company. */
  tokens: string[];
  accessKey: string;
  /** Whether Selo may send requests, create records and replace registrations. */
  probe: boolean;
  writes: boolean;
  takeOver: boolean;
  publicUrl?: string;
  /** Local port that the public URL leads to; any free one by default. */
  capturePort?: number;
}

const exampleUrl = 'https://staging.example.com';

export const isHttpUrl = (value: string | undefined): boolean =>
  /^https?:$/.test(URL.parse(value ?? '')?.protocol ?? '');

export const isVariable = (name: string | undefined): boolean => /^[A-Za-z_]\w*$/.test(name ?? '');

const isLocal = (url: string): boolean => /^(localhost|127\.|\[?::1\]?$)/.test(URL.parse(url)?.hostname ?? '');

const isAnswer = <T>(answer: T): answer is Exclude<T, symbol> => typeof answer !== 'symbol';

const answered = <T>(answer: T): Exclude<T, symbol> => {
  if (isAnswer(answer)) return answer;
  cancel('Nothing was written.');
  throw new CliError('canceled');
};

type Problem = (value: string) => string | undefined;

/** Enter accepts the proposal. */
const askWithProposal = (message: string, proposal: string, problem: Problem): Promise<string> =>
  text({
    message,
    placeholder: proposal,
    defaultValue: proposal,
    validate: (typed = '') => problem(typed === '' ? proposal : typed),
  }).then(answered);

const askUrl = (message: string): Promise<string> =>
  text({
    message,
    placeholder: exampleUrl,
    validate: (typed) => (isHttpUrl(typed) ? undefined : `Expected an http or https URL, such as ${exampleUrl}.`),
  }).then(answered);

const namesIn = (typed: string): string[] => typed.split(/[\s,]+/).filter((name) => name !== '');

const asVariables: Problem = (typed) => {
  const names = namesIn(typed);
  const wrong = names.find((name) => !isVariable(name));
  if (wrong !== undefined) return `Expected names of environment variables, such as SELO_TOKEN, and got ${wrong}.`;
  return names.length === 0 ? 'Expected at least one name, such as SELO_TOKEN.' : undefined;
};

const asHeader: Problem = (typed) =>
  /^[A-Za-z0-9-]+$/.test(typed) ? undefined : 'Expected the name of a header, such as service-access.';

export const mayOverwrite = async (file: string): Promise<boolean> =>
  answered(await confirm({ message: `${file} exists. Write over it?`, initialValue: false }));

/** Asks for what the options do not say. */
export const askUser = async (known: Answers, isUrlKnown: boolean): Promise<Answers> => {
  intro('A profile says where the target is, and how it does what the document leaves open.');
  const baseUrl = isUrlKnown ? known.baseUrl : await askUrl('Where is the target?');
  const accessHeader = await askWithProposal(
    'What does its operator call the second header?',
    known.accessHeader,
    asHeader,
  );
  const tokens = namesIn(
    await askWithProposal(
      'Which environment variables hold the tokens? One for each company, separated by spaces.',
      known.tokens.join(' '),
      asVariables,
    ),
  );
  const probe = answered(
    await confirm({
      message: 'Find out the rest by requests to the target now? It takes about a minute.',
      initialValue: true,
    }),
  );
  if (!probe) return { ...known, baseUrl, accessHeader, tokens, probe };
  const writes = answered(
    await confirm({
      message: 'May Selo create records of its own there, and remove them afterwards? Coupons stay.',
      initialValue: true,
    }),
  );
  const takeOver =
    writes &&
    answered(
      await confirm({
        message: 'May Selo replace the webhook registrations of these companies, now and in each run?',
        initialValue: false,
      }),
    );
  const answers = { ...known, baseUrl, accessHeader, tokens, probe, writes, takeOver };
  if (!takeOver || isLocal(baseUrl)) return answers;
  return { ...answers, publicUrl: await askUrl('At what URL does the target reach this machine, or "selo capture"?') };
};

/** Asks for a secret that the environment does not contain. It stays in memory. */
export const askSecret = async (variable: string): Promise<string> =>
  answered(await password({ message: `${variable} is not set. Enter its value, which Selo does not store:` }));

/** Asks about one flow at a time, although several are found at once. */
export const askAboutFlows = (): FlowQuestions => {
  let before: Promise<unknown> = Promise.resolve();
  return {
    step(seen) {
      const { company, trigger, total, coupon } = seen;
      const asked = before.then(async () => {
        const answer = await select<FlowStep | 'unknown'>({
          message: `In ${company}, an order with total ${total} and status ${trigger} made a coupon (${String(coupon.type)}, amount ${String(coupon.amount)}). Which flow of the panel made it?`,
          options: [
            { value: 'giftback', label: 'one giftback flow' },
            { value: 'coupon', label: 'one coupon flow' },
            { value: 'several', label: 'several flows have this status as their trigger' },
            { value: 'unknown', label: 'I do not know' },
          ],
        });
        const step = answered(answer);
        return step === 'unknown' ? undefined : step;
      });
      before = asked.catch(() => undefined);
      return asked;
    },
  };
};
