import type { RuntimeMessage } from 'allure-js-commons/sdk';
import type { Verdict } from '../../../core/verdict.ts';
import type { RunHandle } from '../../../fixtures/run/run-handle.ts';
import { buildResult } from '../../build-result.ts';
import { judgeWaivers } from '../../conclude.ts';
import { canaryFor } from '../../kit/canary.ts';
import { messagesOf } from './verdict-messages.ts';

export type LiveMessages = (verdict: Verdict) => RuntimeMessage[];

/** Returns the messages for each verdict of a running run, as if it were the only one, without secrets. */
export const liveMessages = (handle: RunHandle, suiteVersion: string): LiveMessages => {
  const sweep = canaryFor(handle.secrets);
  // before texts are shortened, because half a secret would not be found
  const swept = <Value>(value: Value): Value => JSON.parse(sweep(JSON.stringify(value)).clean);
  const now = new Date();
  const run = swept(
    buildResult({
      handle,
      verdicts: [],
      startedAt: now,
      endedAt: now,
      isInterrupted: false,
      requests: 0,
      troubles: [],
      faults: [],
      targetOptions: [],
      suiteVersion,
    }),
  );
  const waivers = swept(handle.profile.waivers);
  return (verdict) => {
    const verdicts = [swept(verdict)];
    const result = { ...run, verdicts, waivers: judgeWaivers(waivers, verdicts, run.run.startedAt.slice(0, 10)) };
    return verdicts.flatMap((each) => messagesOf(result, each));
  };
};
