import { cancel, confirm, intro, password, select, text } from '@clack/prompts';
import type { FlowQuestions, FlowStep } from '../../doctor/discovery/find-flows.ts';
import { CliError } from '../cli-error.ts';

/** What only the user knows. */
export interface Answers {
  baseUrl: string;
  accessHeader: string;
  /** Names of the variables that hold the tokens, one a company. */
  tokens: string[];
  accessKey: string;
  /** Whether the target is asked, and what may be done there. */
  probe: boolean;
  writes: boolean;
  takeOver: boolean;
  publicUrl?: string;
}

export const isHttpUrl = (value: string | undefined): boolean =>
  /^https?:$/.test(URL.parse(value ?? '')?.protocol ?? '');

export const isVariable = (name: string | undefined): boolean => /^[A-Za-z_]\w*$/.test(name ?? '');

const isLocal = (url: string): boolean => /^(localhost|127\.|\[?::1\]?$)/.test(URL.parse(url)?.hostname ?? '');

const isAnswer = <T>(answer: T): answer is Exclude<T, symbol> => typeof answer !== 'symbol';

const answered = <T>(answer: T): Exclude<T, symbol> => {
  if (isAnswer(answer)) return answer;
  cancel('Nothing was written.');
  throw new CliError('cancelled');
};

const asText = (message: string, initialValue: string, problem: (value: string | undefined) => string | undefined) =>
  text({ message, initialValue, validate: problem }).then(answered);

const asUrl = (value: string | undefined): string | undefined =>
  isHttpUrl(value) ? undefined : 'Expected an http or https URL.';
const asVariable = (value: string | undefined): string | undefined =>
  isVariable(value) ? undefined : 'Expected the name of an environment variable, such as SELO_TOKEN.';

export const mayOverwrite = async (file: string): Promise<boolean> =>
  answered(await confirm({ message: `${file} exists. Write over it?`, initialValue: false }));

/** Asks what only the user knows; what is known from options is not asked. */
export const askUser = async (known: Answers, isUrlKnown: boolean): Promise<Answers> => {
  intro('A profile says where the target is, and how it fills what the document leaves open.');
  const baseUrl = isUrlKnown ? known.baseUrl : await asText('Where is the target?', known.baseUrl, asUrl);
  const accessHeader = await asText('What does its operator call the second header?', known.accessHeader, (value) =>
    /^[A-Za-z0-9-]+$/.test(value ?? '') ? undefined : 'Expected the name of a header.',
  );
  const token = await asText('Which environment variable holds the token?', known.tokens[0] ?? '', asVariable);
  const tokens = [token, ...known.tokens.slice(1)];
  const probe = answered(
    await confirm({ message: 'Ask the target for the rest now? It takes about a minute.', initialValue: true }),
  );
  if (!probe) return { ...known, baseUrl, accessHeader, tokens, probe };
  const writes = answered(
    await confirm({
      message: 'May Selo create records of its own there, and remove them? Coupons cannot be removed.',
      initialValue: true,
    }),
  );
  const takeOver =
    writes &&
    answered(
      await confirm({
        message: 'May Selo replace the webhook registration of the company, now and in each run?',
        initialValue: false,
      }),
    );
  if (!takeOver || isLocal(baseUrl)) return { ...known, baseUrl, accessHeader, tokens, probe, writes, takeOver };
  const publicUrl = await asText('At what URL does the target reach this machine, or "selo capture"?', '', asUrl);
  return { ...known, baseUrl, accessHeader, tokens, probe, writes, takeOver, publicUrl };
};

/** Asks for a secret that is not in the environment; it stays in memory. */
export const askSecret = async (variable: string): Promise<string> =>
  answered(await password({ message: `${variable} is not set. Its value, which is written nowhere:` }));

/** Asks about flows one after the other: they are seen at the same time. */
export const askAboutFlows = (): FlowQuestions => {
  let before: Promise<unknown> = Promise.resolve();
  return {
    step(seen) {
      const { company, trigger, coupon } = seen;
      const asked = before.then(async () => {
        const answer = await select<FlowStep | 'unknown'>({
          message: `An order of ${company} with status ${trigger} made a coupon (${String(coupon.type)}, ${String(coupon.amount)}). Which flow of the panel made it?`,
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
