import { BaseMessageTestRuntime, getGlobalTestRuntime } from 'allure-js-commons/sdk/runtime';
import type { Verdict } from '../../../core/verdict.ts';
import type { RunHandle } from '../../../fixtures/run/run-handle.ts';
import type { LiveMessages } from './live-messages.ts';

/** Returns a function that reports the verdict of the current test to Allure, if its reporter is active. */
export const allureReporter = (suiteVersion: string): ((verdict: Verdict, handle: RunHandle) => Promise<void>) => {
  let messages: Promise<LiveMessages> | undefined;
  return async (verdict, handle) => {
    const runtime = getGlobalTestRuntime();
    if (!(runtime instanceof BaseMessageTestRuntime)) return;
    // most runs have no such reporter, and do not need this import
    messages ??= import('./live-messages.ts').then(({ liveMessages }) => liveMessages(handle, suiteVersion));
    for (const message of (await messages)(verdict)) await runtime.sendMessage(message);
  };
};
