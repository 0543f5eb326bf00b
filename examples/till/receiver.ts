import { isBody, parsed } from './call.ts';
import type { Shift, TillAnswer } from './shift.ts';

/** Receives notifications: it saves each one, responds, and processes it afterward. */
export const createReceiver =
  ({ ledger, scene, manners, take, idle, pause }: Shift) =>
  async (authorization: string | undefined, text: string): Promise<TillAnswer> => {
    if (!manners.trusts(authorization, ledger)) return { status: 401 };
    const said = parsed(text);
    if (!isBody(said) || typeof said.code !== 'string' || typeof said.id !== 'string') return { status: 400 };
    const { code, id, orderId } = said;
    const notice = { code, couponId: id, orderId: typeof orderId === 'string' ? orderId : null };
    const isRepeat = manners.wasReceived(notice, scene);
    const { status, afterMs, afterWork = false, isDropped = false } = manners.answers(notice, isRepeat, scene);
    if (!isRepeat && !isDropped) take({ what: 'notice came', notice });
    if (afterMs !== undefined) await pause(afterMs);
    if (afterWork) await idle(`voucher ${code}`);
    return typeof status === 'number' ? { status } : status;
  };
