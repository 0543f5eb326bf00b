import { omitUndefined } from '../../core/omit-undefined.ts';
import type { OtherCompany, PartnerCall } from '../../core/partner-record.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import { messageIn } from '../certificate/refused-writes.ts';
import { isOfSecond } from '../obligations/companies.ts';
import { isAccepted, isTo, statusOf } from '../obligations/model/read-call.ts';
import type { PartnerConfig } from '../partner-config.ts';
import type { Stage } from '../stage/open-stage.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import type { Acted, Trigger } from '../triggers/trigger.ts';
import { adviceOn, type HookAnswer } from './hook-advice.ts';

/** The hooks of a partner. */
export interface Hooks {
  readonly trigger: Trigger;
  /** The HTTP response to the last call; without a status if none came. */
  lastAnswer(): HookAnswer;
}

interface ActionTrialOptions {
  partner: PartnerConfig;
  hooks: Hooks;
  stage: Stage;
  signal: AbortSignal;
}

export const idleMs = 30_000;

/** Each action comes after those that create the records that it needs. */
export const triedActions = [
  'register-webhook',
  'change-webhook',
  'create-customer',
  'update-customer',
  'create-product',
  'create-store',
  'create-cart',
  'create-order',
  'pay-order',
  'make-coupon',
  'register-coupon',
  'redeem',
  'mark-coupon-used',
  'cancel-order',
  'register-shared-coupon',
  'synchronize',
  'read-coupons-config',
  'delete-customer',
  'unregister-webhook',
] as const satisfies readonly ActionName[];

/** What the earlier actions answered. */
type Done = ReadonlyMap<ActionName, Acted>;

/** Names the record of an earlier action; a string says what is missing. */
const recordOf = (maker: ActionName, name: 'id' | 'code', done: Done): Record<string, string> | string => {
  const value = done.get(maker)?.[name];
  return value === undefined ? `\`${maker}\` answered no \`${name}\`` : { [name]: value };
};

/** The parameters of an action; a string says what is missing. */
const parametersFor = (
  action: ActionName,
  done: Done,
  notifiedCode: string | undefined,
): Record<string, unknown> | string => {
  switch (action) {
    case 'create-order':
      return { status: 'on-hold' };
    case 'update-customer':
    case 'delete-customer':
      return recordOf('create-customer', 'id', done);
    case 'pay-order':
    case 'cancel-order':
      return recordOf('create-order', 'id', done);
    case 'redeem': {
      const code = notifiedCode ?? done.get('make-coupon')?.code;
      return code === undefined ? 'there is no coupon to redeem' : { code };
    }
    case 'mark-coupon-used': {
      const code = done.get('register-coupon')?.code ?? notifiedCode;
      return code === undefined ? 'there is no coupon to mark' : { code };
    }
    case 'synchronize':
      return { list: 'products' };
    default:
      return {};
  }
};

/** A record often comes after its customer and its products; a list has many pages. */
const maxRequests = 6;

/** Writes that the platform refused, and that were not accepted later. */
const refusedWrites = (calls: readonly PartnerCall[]): PartnerCall[] =>
  calls.filter((call, place) => {
    const isRefused = call.method !== 'GET' && [400, 422].includes(statusOf(call) ?? 0);
    const isSame = (later: PartnerCall): boolean => later.method === call.method && later.path === call.path;
    return isRefused && !calls.slice(place + 1).some((later) => isSame(later) && isAccepted(later));
  });

/** Reports how the platform answered the requests of an action. */
const arrivedFinding = (action: ActionName, acted: Acted, stage: Stage, before: number): Finding => {
  const calls = stage.transcript.calls.slice(before);
  const refused = calls.find(({ answer }) => 'status' in answer && [401, 403].includes(answer.status));
  const message = `is accepted${acted.id === undefined ? '' : `, id ${acted.id}`}`;
  if (refused !== undefined && 'status' in refused.answer) {
    return problem(
      action,
      `the platform answers ${refused.answer.status} to ${refused.method} ${refused.path}`,
      'Give the software the token and the second header of this session: `start.env`, or SELO_PARTNER_TOKEN and SELO_PARTNER_ACCESS_KEY.',
    );
  }
  if (hookContract[action].sends.length > 0 && calls.length === 0) {
    return warning(
      action,
      `${message}, and no request reaches the platform`,
      `Give the software the address ${stage.access.baseUrl} (\`start.env\`), and have \`idle\` answer only when nothing is under way.`,
    );
  }
  const [first] = refusedWrites(calls);
  if (first !== undefined) {
    return problem(
      action,
      `${message}, and the platform answers ${statusOf(first)} to ${first.method} ${first.path}: ${messageIn(first)}`,
      'Correct the request, or declare the names of its fields in the partner file.',
    );
  }
  const missing = hookContract[action].answers.find((name) => acted[name] === undefined);
  if (missing !== undefined) {
    return warning(
      action,
      `is accepted, and the answer has no \`${missing}\``,
      `Answer {"${missing}": "…"}: later actions name the record by it.`,
    );
  }
  const sent = calls.map(({ method, path, answer }) => `${method} ${path} ${'status' in answer ? answer.status : ''}`);
  const shown = [...new Set(sent)].slice(0, maxRequests);
  return ok(action, `${message}${sent.length === 0 ? '' : ` · ${shown.join(', ')}`}`);
};

interface ActionTrial {
  /** Tries an action; for the second company only after all others. */
  tryAction(action: ActionName, company?: OtherCompany): Promise<Finding>;
  /** Whether the software had finished after the last action. */
  isAtRest(): boolean;
}

/** Tries actions one after another; later ones use the records of earlier ones. */
export const createActionTrial = ({
  partner,
  hooks: { trigger, lastAnswer },
  stage,
  signal,
}: ActionTrialOptions): ActionTrial => {
  const done = new Map<ActionName, Acted>();
  let isAtRest = true;
  const tryAction: ActionTrial['tryAction'] = async (action, company) => {
    const { calls, attempts } = stage.transcript;
    const parameters = parametersFor(action, done, attempts.at(-1)?.code);
    if (typeof parameters === 'string') {
      return warning(
        action,
        `is not tried: ${parameters}`,
        'Correct the action that makes it, if you declare one. A session also uses notified coupons.',
      );
    }
    // software may register when it starts
    const [made, removed] = ['POST /webhooks', 'DELETE /webhooks/:id'].map((route) =>
      calls.findLastIndex((call) => isTo(call, route) && isAccepted(call)),
    );
    const isRegistered = (made ?? -1) > (removed ?? -1);
    const before = calls.length;
    const acted = await trigger.act(action, { ...parameters, ...omitUndefined({ company }) });
    if (action === 'register-webhook' && isRegistered && acted.outcome !== 'failed') {
      return ok(action, 'is not needed: the software has registered before');
    }
    if (acted.outcome !== 'done') return adviceOn(action, acted, lastAnswer(), partner);
    const rest = await trigger.idle(idleMs, signal);
    isAtRest = rest.outcome !== 'failed';
    if (!isAtRest) {
      return problem(
        action,
        `is accepted, and \`idle\` fails after it: ${rest.message}; nothing else was tried`,
        'Have `idle` answer 200 as soon as nothing is under way.',
      );
    }
    if (company !== undefined && !calls.slice(before).some(isOfSecond)) {
      return problem(
        action,
        'for the second company, no request carries its token',
        'Give the software the second token: PLATFORM_SECOND_TOKEN in `start.env`, or SELO_PARTNER_SECOND_TOKEN.',
      );
    }
    done.set(action, acted);
    const arrived = arrivedFinding(action, acted, stage, before);
    return company === undefined ? arrived : { ...arrived, message: `for the second company, ${arrived.message}` };
  };
  return { tryAction, isAtRest: () => isAtRest };
};
