import type { Runtime } from '../fixtures/runtime.ts';
import type { AnswerInMemory, MemoryAnswer, MemoryRequest } from '../platform/http/in-memory.ts';
import type { Runtime as PlatformRuntime } from '../platform/runtime.ts';

/** Which reads are answered by a copy of the platform that is behind. */
export interface ReadLag {
  /** How far the copy is behind. */
  lagMs: number;
  /** Whether a read goes to the copy: all do when absent. */
  isLate?: (request: Pick<MemoryRequest, 'method' | 'url'>) => boolean;
  /** Every other of them only, as of two servers of which one is behind. */
  alternates?: true;
  /** What of the late answer shows in the right one; all of it when absent. */
  merge?: (right: MemoryAnswer, late: MemoryAnswer) => MemoryAnswer;
}

type CopyRuntime = Pick<PlatformRuntime, 'now' | 'openSender'>;

const isRead = ({ method }: Pick<MemoryRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

/** The copy notifies nobody. */
const silentSender: ReturnType<PlatformRuntime['openSender']> = {
  send: async () => ({ kind: 'answered', status: 204 }),
  close() {},
};

/**
 * Answers reads as a replica, a search index or a cache does: from a second platform that gets every write again after
 * the lag, by a clock that is behind by as much. With the same chance it comes to the same records with the same ids.
 */
export const laggingReads = (
  { lagMs, isLate = () => true, alternates, merge }: ReadLag,
  answer: AnswerInMemory,
  clock: Pick<Runtime, 'now' | 'setTimer'>,
  startCopy: (runtime: CopyRuntime) => AnswerInMemory,
): AnswerInMemory => {
  const startedMs = clock.now();
  const copy = startCopy({ now: () => Math.max(startedMs, clock.now() - lagMs), openSender: () => silentSender });
  let reads = 0;
  const answerRead = async (request: MemoryRequest): Promise<MemoryAnswer> => {
    // each is asked, so that a defect which keeps account of what was read does so in both
    const [right, late] = [await answer(request), await copy(request)];
    if (!isLate(request) || (alternates && reads++ % 2 === 1)) return right;
    return merge ? merge(right, late) : late;
  };
  return (request) => {
    if (isRead(request)) return answerRead(request);
    clock.setTimer(lagMs, () => void copy(request));
    return answer(request);
  };
};
