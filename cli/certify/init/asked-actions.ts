import { type ActionName, hookContract } from '../../../certify/triggers/hook-contract.ts';
import type { PartnerCapability } from '../../../core/partner-record.ts';

/** An action that a session requests, as the generated hooks show it. */
export interface AskedAction {
  name: ActionName;
  /** What to do, what to change, and the parameters and answers: one sentence a line. */
  about: string[];
  parameters: string[];
  answers: readonly string[];
}

/** The actions that a session requests of software with these capabilities. */
export const askedActions = (capabilities: readonly PartnerCapability[]): AskedAction[] =>
  (Object.keys(hookContract) as ActionName[])
    .filter((name) => capabilities.includes(hookContract[name].capability))
    .map((name) => {
      const { summary, changes, parameters, answers } = hookContract[name];
      const fields = Object.keys(parameters.shape);
      return {
        name,
        about: [
          `${summary}.`,
          `Afterwards: ${changes}`,
          ...(fields.length === 0 ? [] : [`Parameters: ${fields.join(', ')}.`]),
          ...(answers.length === 0 ? [] : [`Answers: ${answers.join(', ')}.`]),
        ],
        parameters: fields,
        answers,
      };
    });
