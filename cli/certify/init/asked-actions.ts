import { type ActionName, companyParameter, hookContract } from '../../../certify/triggers/hook-contract.ts';
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
      const { summary, changes, parameters, answers, sends } = hookContract[name];
      const common = capabilities.includes('several-companies') ? Object.keys(companyParameter.shape) : [];
      const fields = [...common, ...Object.keys(parameters.shape)];
      return {
        name,
        about: [
          `${summary}.`,
          `Afterwards: ${changes}`,
          ...(sends.length === 0 ? [] : [`Sends: ${sends.join(', ')}.`]),
          ...(fields.length === 0 ? [] : [`Parameters: ${fields.join(', ')}.`]),
          ...(answers.length === 0 ? [] : [`Answers: ${answers.join(', ')}.`]),
        ],
        parameters: fields,
        answers,
      };
    });

/** What the hooks besides the actions have to do, one sentence a line. */
export const otherHooks = {
  idle: ['Answer when nothing is under way, scheduled work included.'],
  restart: [
    'Start again as after a crash, with what your software has stored. What it had accepted is then still to be sent.',
    'Without this hook, Selo does not test a restart.',
  ],
  state: [
    'Selo calls this one with GET. Answer every coupon that your software has, the notified ones as well:',
    '{"coupons": [{"code", "id", "type", "amount", "minPurchaseValue", "combinable", "expiryDate", "phone"}]}',
    'Without this hook, Selo does not test whether notified coupons are made.',
  ],
} as const;
