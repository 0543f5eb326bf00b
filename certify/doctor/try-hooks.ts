import { counted } from '../../core/counted.ts';
import { type Finding, ok, problem, warning } from '../../fixtures/finding.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { partnerSecrets } from '../partner-secrets.ts';
import { answersAlready, type StartedPartner, startPartner } from '../session/started-partner.ts';
import type { Stage } from '../stage/open-stage.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';
import type { Trigger } from '../triggers/trigger.ts';
import { triggerOf } from '../triggers/trigger-of.ts';
import { adviceOn, type HookAnswer } from './hook-advice.ts';
import { createActionTrial, type Hooks, idleMs, triedActions } from './try-action.ts';

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
const lookEveryMs = 100;
/** These actions need no record of an earlier one. */
const needsNone = /^(create-|register-|read-|synchronize)/;

const hooksOf = ({ partner, partnerFolder, stage: { access, surroundings } }: TryHooksOptions): Hooks => {
  let last: HookAnswer = {};
  const trigger = triggerOf({
    partner,
    partnerFolder,
    access,
    ask: () => Promise.resolve({ said: 'cannot' }),
    async reachPartner(request) {
      last = {};
      const answer = await surroundings.reachPartner(request);
      last = { status: answer.status };
      return answer;
    },
  });
  return { trigger, lastAnswer: () => last };
};

/** Waits for the first response. Resolves with whether nothing is under way. */
const untilIdle = async (
  { trigger, lastAnswer }: Hooks,
  started: StartedPartner | undefined,
  { stage, signal }: TryHooksOptions,
): Promise<boolean> => {
  const { now, pause } = stage.surroundings.runtime;
  const untilMs = now() + (started === undefined ? runningMs : startMs);
  for (;;) {
    if ((await trigger.idle(idleMs, signal)).outcome !== 'failed') return true;
    // any response shows that the software runs
    if (lastAnswer().status !== undefined || started?.ended() !== undefined) return false;
    if (signal.aborted || now() > untilMs) return false;
    await pause(lookEveryMs);
  }
};

/** Tries each declared hook once, and reports what it returned and what to do. Never rejects. */
export const tryHooks = async (options: TryHooksOptions): Promise<Finding[]> => {
  const { partner, partnerFolder, stage, signal } = options;
  const { surroundings, transcript } = stage;
  const key = partner.triggers?.kind === 'command' ? 'triggers.command' : 'triggers.url';
  for (const secret of partnerSecrets(partner, process.env)) transcript.addSecret(secret);
  await using resources = new AsyncDisposableStack();

  const occupied = partner.start && (await answersAlready(partner, surroundings));
  if (occupied !== undefined) {
    return [problem(key, occupied, 'End that process, or change the port in `triggers.url` and in `start`.')];
  }
  const started = partner.start && resources.use(startPartner(partner.start, stage.access, partnerFolder));
  const hooks = hooksOf(options);
  const { trigger } = hooks;
  const isIdle = await untilIdle(hooks, started, options);

  const ended = started?.ended();
  if (started !== undefined && ended !== undefined) {
    const message = transcript.redacted(`${started.what}: ${ended}`);
    return [problem('start', message, 'Correct `start.command`, `start.args` or `start.env`.')];
  }
  const { status } = hooks.lastAnswer();
  if (!isIdle && status === undefined) {
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
    isIdle && status !== 404
      ? ok('idle', 'answers when nothing is under way')
      : adviceOn('idle', { outcome: isIdle ? 'cannot' : 'failed', message: `${status}` }, hooks.lastAnswer(), partner),
  ];

  const isDeclared = (action: ActionName): boolean => partner.capabilities.includes(hookContract[action].capability);
  const { tryAction, isAtRest } = createActionTrial({ partner, hooks, stage, signal });
  for (const action of triedActions) {
    if (!isDeclared(action)) continue;
    if (signal.aborted) return findings;
    findings.push(await tryAction(action));
    // every further action would wait as long
    if (!isAtRest()) return findings;
    const hindrance = trigger.hindrance?.();
    if (hindrance !== undefined) {
      return [problem(key, hindrance, `Correct \`${key}\`: an action's name is appended to it.`)];
    }
    const gone = started?.ended();
    if (gone !== undefined) {
      return [...findings, problem(action, transcript.redacted(gone), 'Fix what ends the process on this action.')];
    }
  }
  const second = triedActions.find((action) => needsNone.test(action) && isDeclared(action));
  if (partner.capabilities.includes('several-companies') && second !== undefined && !signal.aborted) {
    findings.push(await tryAction(second, 'second'));
  }
  const kind = partner.triggers?.kind;
  findings.push(await tryState(trigger, kind), await tryRestart(hooks, kind, () => untilIdle(hooks, started, options)));
  return findings;
};

/** What to do about a hook that is not an action. */
const toServe = (kind: string | undefined, method: string, name: string): string =>
  kind === 'http' ? `Serve \`${method} <url>/${name}\`` : `Answer \`${name}\``;

const tryState = async ({ state }: Trigger, kind: string | undefined): Promise<Finding> => {
  try {
    const coupons = await state?.();
    return coupons === undefined
      ? warning(
          'state',
          'is not served',
          `${toServe(kind, 'GET', 'state')}: what only it shows is not judged without it.`,
        )
      : ok('state', `holds ${counted(coupons.length, 'coupon')}`);
  } catch (error) {
    return problem('state', messageOf(error), 'Answer {"coupons": [{"code": "…", "id": "…"}]}.');
  }
};

/** `untilBack` resolves with whether the software answers again; it may be gone for a moment. */
const tryRestart = async (
  { trigger: { restart } }: Hooks,
  kind: string | undefined,
  untilBack: () => Promise<boolean>,
): Promise<Finding> => {
  const acted = await restart?.();
  if (acted === undefined || acted.outcome === 'cannot') {
    return warning(
      'restart',
      'is not served',
      `${toServe(kind, 'POST', 'restart')}: a restart is not judged without it.`,
    );
  }
  const isBack = acted.outcome === 'done' && (await untilBack());
  return isBack
    ? ok('restart', 'starts again and answers')
    : problem('restart', acted.message ?? 'does not answer after it', 'Serve the hooks again after a restart.');
};
