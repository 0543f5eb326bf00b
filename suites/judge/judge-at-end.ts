import { type FaultVerdict, isFault, type Stability, type Verdict } from '../../core/verdict.ts';
import { judgePassively } from '../passive/judge-passively.ts';
import type { NotificationRule, PassiveRule } from '../passive/passive-rule.ts';
import type { Session } from '../session/session.ts';
import { whatWasSeen } from './try-once.ts';

/** Whether a fault came as rarely as an accident: a network loses a response, and the target rightly sends again. */
const isRare = (stability: Stability | undefined): boolean =>
  stability?.kind === 'intermittent' && 2 * stability.failed <= stability.of;

/** Why a fault may not be the target's, in words. */
const doubtOf = async (
  session: Session,
  { doubtedFor }: NotificationRule,
  { stability }: FaultVerdict,
): Promise<string | undefined> => {
  const { losses, stalls } = await session.readMailboxes();
  if (doubtedFor === 'losses') return losses;
  const publicUrl = session.handle.capture?.publicUrl;
  const isAccident = publicUrl !== undefined && isRare(stability);
  return isAccident ? `it came as often as an accident of the network to ${publicUrl} does` : (stalls ?? losses);
};

/** Judges a passive rule at the end of a run, on everything that arrived. */
export const judgeAtEnd = async (session: Session, rule: PassiveRule): Promise<Verdict> => {
  if (rule.about === 'exchanges') return judgePassively(session, rule);
  await session.readMailboxes();
  const verdict = judgePassively(session, rule);
  if (rule.about === 'attempts' || rule.doubtedFor === undefined || !isFault(verdict)) return verdict;
  const doubt = await doubtOf(session, rule, verdict);
  if (doubt === undefined) return verdict;
  const { violation: _, stability: __, ...rest } = verdict;
  return {
    ...rest,
    outcome: 'unverified',
    cause: 'not-observable',
    reason: `a fault was seen (${whatWasSeen(verdict)}), and ${doubt}`,
    assertions: 0,
    exchanges: [],
    deliveries: [],
  };
};
