import { omitUndefined } from '../../core/omit-undefined.ts';
import type { EmbeddedReady } from '../../platform/embedded/embedded-process.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { startCuttable } from './cuttable.ts';
import { type Fault, type FaultName, faults } from './faults.ts';

export interface FaultyOptions {
  fault?: FaultName;
  timeScale: number;
}

/** Reports the address first, then on each request how often the fault happened. */
export type FaultyMessage = { ready: EmbeddedReady } | { wrong: number };

const { fault, timeScale } = JSON.parse(process.argv[2] ?? '{}') as FaultyOptions;
let wrong = 0;
const made: Fault =
  fault === undefined
    ? {}
    : faults[fault](() => {
        wrong += 1;
      });
const { policy = {}, choices = {}, wrap, wrapSender } = made;
const target = await startEmbedded({
  policy: { ...policy, timeScale },
  choices,
  ...omitUndefined({ wrap, wrapSender }),
});
const report = (message: FaultyMessage): void => {
  process.send?.(message);
};
const way = await startCuttable(target.profile.baseUrl);
/** A hook of the profile. It only cuts the proxy, because the platform has its records in memory. */
const hook = (url: string) => ({ command: process.execPath, args: ['-e', `fetch('${url}', { method: 'POST' })`] });
const profile = {
  ...target.profile,
  baseUrl: way.url,
  load: { ...target.profile.load, restart: { kill: hook(way.cutUrl), start: hook(way.openUrl) } },
};
report({ ready: { profile, secrets: target.secrets } });
process.on('message', () => report({ wrong }));
process.on('disconnect', () => process.exit());
