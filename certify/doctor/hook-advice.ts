import { type Finding, problem, warning } from '../../fixtures/finding.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import type { Acted } from '../triggers/trigger.ts';

/** The HTTP response of a hook; without a status if none came. */
export interface HookAnswer {
  status?: number;
}

const isAction = (name: string): name is ActionName => Object.hasOwn(hookContract, name);

const isOptional = (name: ActionName): boolean => 'isOptional' in hookContract[name];

/** Describes the response of a hook that failed, and what to do about it. */
export const adviceOn = (
  name: string,
  { outcome, message = 'it says nothing' }: Pick<Acted, 'outcome' | 'message'>,
  { status }: HookAnswer,
  { triggers }: Pick<PartnerConfig, 'triggers'>,
): Finding => {
  const declared = isAction(name) ? hookContract[name].capability : undefined;
  const orUndeclare = declared === undefined ? '' : `, or remove \`${declared}\` from \`capabilities\``;
  if (status === 401 || status === 403) {
    return problem(
      name,
      `answers ${message}`,
      'Name the variable with the bearer of the hooks in `triggers.tokenEnv`, and set it.',
    );
  }
  if (name === 'idle' && outcome === 'cannot') {
    return warning(
      name,
      'is not served',
      'Serve `POST <url>/idle`: without it verdicts may come before the software has finished.',
    );
  }
  if (isAction(name) && isOptional(name) && (outcome === 'cannot' || status === 405)) {
    return warning(name, `is not done: ${message}`, 'Serve it where the software does this: else it is not judged.');
  }
  if (status === 404 || status === 405) {
    return problem(name, `answers ${status}`, `Serve \`POST <url>/${name}\`${orUndeclare}.`);
  }
  if (outcome === 'cannot') {
    return problem(name, `refuses: ${message}`, `Have the software do it${orUndeclare}.`);
  }
  if (status === undefined && triggers?.kind === 'http') {
    return problem(name, `gets no answer: ${message}`, `Fix \`POST <url>/${name}\`: it must answer within 30 s.`);
  }
  return problem(name, `fails: ${message}`, `Fix \`${name}\`, and try again.`);
};
