import type { Runtime } from '../fixtures/runtime.ts';
import type { AnswerInMemory, MemoryAnswer, MemoryRequest } from '../platform/http/in-memory.ts';
import type { Runtime as PlatformRuntime } from '../platform/runtime.ts';

/** The reads that a copy of the platform answers, which lags behind. */
export interface ReadLag {
  lagMs: number;
  /** The reads that go to the copy; all when absent. */
  isLate?: (request: Pick<MemoryRequest, 'method' | 'url'>) => boolean;
  /** Only every second of them goes to the copy, as if one of two servers lagged behind. */
  alternates?: true;
  /** Combines the right answer and the late one. When absent, the late one is returned. */
  merge?: (right: MemoryAnswer, late: MemoryAnswer) => MemoryAnswer;
}

type CopyRuntime = Pick<PlatformRuntime, 'now' | 'openSender'>;

const isRead = ({ method }: Pick<MemoryRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';

const silentSender: ReturnType<PlatformRuntime['openSender']> = {
  send: async () => ({ kind: 'answered', status: 204 }),
  close() {},
};

/**
 * Answers reads like a replica, a search index or a cache: from a second platform that gets every write after the lag, and
 * whose clock is late by the lag. With the same chance, it creates the same records with the same ids.
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
    // both get every read, so that a defect that counts reads has the same state in both
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
