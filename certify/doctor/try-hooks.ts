import { counted } from '../../core/counted.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { partnerSecrets } from '../partner-secrets.ts';
import { answersAlready, type StartedPartner, startPartner } from '../session/started-partner.ts';
import type { Stage } from '../stage/open-stage.ts';
import type { Surroundings } from '../surroundings.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import type { Acted, Trigger } from '../triggers/trigger.ts';
import { triggerOf } from '../triggers/trigger-of.ts';
import { adviceOn, type HookAnswer } from './hook-advice.ts';

interface TryHooksOptions {
  partner: PartnerConfig;
  /** The folder in which the partner's programs run. */
  partnerFolder: string;
  stage: Stage;
  signal: AbortSignal;
}

/** The slowest runtimes start within this time. */
const startMs = 60_000;
/** Software that already runs responds at once. */
const runningMs = 10_000;
const idleMs = 30_000;
const lookEveryMs = 100;

/** Each action comes after those that create the records that it needs. */
const tried = [
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

/** The records of earlier actions. */
interface Made {
  customer?: string;
  order?: string;
  /** A coupon that the software registered. */
  registeredCode?: string;
  /** A coupon that only the software knows. */
  shopCode?: string;
}

/** The parameters of an action; a string says what is missing. */
const parametersFor = (action: ActionName, made: Made, code: string | undefined): Record<string, unknown> | string => {
  switch (action) {
    case 'create-order':
      return { status: 'on-hold' };
    case 'update-customer':
    case 'delete-customer':
      return made.customer === undefined ? '`create-customer` answered no `id`' : { id: made.customer };
    case 'pay-order':
    case 'cancel-order':
      return made.order === undefined ? '`create-order` answered no `id`' : { id: made.order };
    case 'redeem':
      return code === undefined ? 'there is no coupon to redeem' : { code };
    case 'mark-coupon-used':
      return made.registeredCode === undefined ? '`register-coupon` answered no `code`' : { code: made.registeredCode };
    case 'synchronize':
      return { list: 'products' };
    default:
      return {};
  }
};

/** Reports how the platform answered the requests of an action. */
const arrivedFinding = (action: ActionName, acted: Acted, stage: Stage, before: number): Finding => {
  const calls = stage.transcript.calls.slice(before);
  const refused = calls.find(({ answer }) => 'status' in answer && [401, 403].includes(answer.status));
  const message = `is taken on${acted.id === undefined ? '' : `, id ${acted.id}`}`;
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
  const missing = hookContract[action].answers.find((name) => acted[name] === undefined);
  if (missing !== undefined) {
    return warning(
      action,
      `is taken on, and the answer has no \`${missing}\``,
      `Answer {"${missing}": "…"}: later actions name the record by it.`,
    );
  }
  const sent = calls.map(({ method, path, answer }) => `${method} ${path} ${'status' in answer ? answer.status : ''}`);
  return ok(action, `${message}${sent.length === 0 ? '' : ` · ${sent.slice(0, 3).join(', ')}`}`);
};

/** Tries each declared hook once, and reports what it returned and what to do. Never rejects. */
export const tryHooks = async (options: TryHooksOptions): Promise<Finding[]> => {
  const { partner, partnerFolder, stage, signal } = options;
  const { surroundings, transcript } = stage;
  const { now, pause } = surroundings.runtime;
  const key = partner.triggers?.kind === 'command' ? 'triggers.command' : 'triggers.url';
  let last: HookAnswer = {};
  const reachPartner: Surroundings['reachPartner'] = async (request) => {
    last = {};
    const answer = await surroundings.reachPartner(request);
    last = { status: answer.status };
    return answer;
  };
  const trigger: Trigger = triggerOf({
    partner,
    ask: () => Promise.resolve({ said: 'cannot' }),
    reachPartner,
    partnerFolder,
  });
  for (const secret of partnerSecrets(partner, process.env)) transcript.addSecret(secret);
  await using resources = new AsyncDisposableStack();

  const occupied = partner.start && (await answersAlready(partner, surroundings));
  if (occupied !== undefined) {
    return [problem(key, occupied, 'End that process, or change the port in `triggers.url` and in `start`.')];
  }
  const started: StartedPartner | undefined =
    partner.start && resources.use(startPartner(partner.start, stage.access, partnerFolder));

  const untilReady = async (): Promise<boolean> => {
    const untilMs = now() + (started === undefined ? runningMs : startMs);
    for (;;) {
      if (await trigger.idle(idleMs, signal)) return true;
      // any response shows that the software runs
      if (last.status !== undefined || started?.ended() !== undefined || signal.aborted || now() > untilMs)
        return false;
      await pause(lookEveryMs);
    }
  };

  const isReady = await untilReady();
  const ended = started?.ended();
  if (started !== undefined && ended !== undefined) {
    const message = transcript.redacted(`${started.what}: ${ended}`);
    return [problem('start', message, 'Correct `start.command`, `start.args` or `start.env`.')];
  }
  if (!isReady && last.status === undefined) {
    const where = partner.triggers?.kind === 'http' ? partner.triggers.url : 'the command';
    return [
      problem(
        key,
        `${where} does not answer \`idle\``,
        `Start the software, or correct \`${key}\` in the partner file.`,
      ),
    ];
  }
  const findings: Finding[] = [
    isReady && last.status !== 404
      ? ok('idle', 'answers when nothing is under way')
      : adviceOn('idle', { outcome: isReady ? 'cannot' : 'failed', message: `${last.status}` }, last, partner),
  ];

  const made: Made = {};
  const codeToRedeem = (): string | undefined => transcript.attempts.at(-1)?.code ?? made.shopCode;

  const attempt = async (action: ActionName): Promise<Finding> => {
    const parameters = parametersFor(action, made, codeToRedeem());
    if (typeof parameters === 'string') {
      return warning(action, `is not tried: ${parameters}`, 'Correct the earlier action first.');
    }
    const before = transcript.calls.length;
    const acted = await trigger.act(action, parameters);
    if (acted.outcome !== 'done') return adviceOn(action, acted, last, partner);
    const answered = last;
    if (!(await trigger.idle(idleMs, signal))) {
      return problem(
        action,
        `is taken on, and \`idle\` does not answer within ${idleMs / 1000} s after it`,
        'Have `idle` answer 200 as soon as nothing is under way.',
      );
    }
    last = answered;
    if (action === 'create-customer' && acted.id !== undefined) made.customer = acted.id;
    if (action === 'create-order' && acted.id !== undefined) made.order = acted.id;
    if (action === 'register-coupon' && acted.code !== undefined) made.registeredCode = acted.code;
    if (action === 'make-coupon' && acted.code !== undefined) made.shopCode = acted.code;
    return arrivedFinding(action, acted, stage, before);
  };

  for (const action of tried) {
    if (!partner.capabilities.includes(hookContract[action].capability)) continue;
    if (signal.aborted) return findings;
    findings.push(await attempt(action));
    const hindrance = trigger.hindrance?.();
    if (hindrance !== undefined) {
      return [problem(key, hindrance, `Correct \`${key}\`: an action's name is appended to it.`)];
    }
    const gone = started?.ended();
    if (gone !== undefined) {
      return [...findings, problem(action, transcript.redacted(gone), 'Fix what ends the process on this action.')];
    }
  }
  findings.push(await tryState(trigger), await tryRestart(trigger));
  return findings;
};

const tryState = async ({ state }: Trigger): Promise<Finding> => {
  try {
    const coupons = await state?.();
    return coupons === undefined
      ? warning('state', 'is not served', 'Serve `GET <url>/state`: what only it shows is not judged without it.')
      : ok('state', `holds ${counted(coupons.length, 'coupon')}`);
  } catch (error) {
    return problem('state', messageOf(error), 'Answer {"coupons": [{"code": "…", "id": "…"}]}.');
  }
};

const tryRestart = async ({ restart, idle }: Trigger): Promise<Finding> => {
  const acted = await restart?.();
  if (acted === undefined || acted.outcome === 'cannot') {
    return warning('restart', 'is not served', 'Serve `POST <url>/restart`: a restart is not judged without it.');
  }
  const isBack = acted.outcome === 'done' && (await idle(idleMs));
  return isBack
    ? ok('restart', 'starts again and answers')
    : problem('restart', acted.message ?? 'does not answer after it', 'Serve the hooks again after a restart.');
};
