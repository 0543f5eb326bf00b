import type { Profile } from '../fixtures/profile/profile.ts';
import type { Secret } from '../fixtures/profile/secret.ts';
import { startEmbedded } from './start-embedded.ts';

/** What the process is started with, as JSON in its first argument. */
export interface EmbeddedProcessOptions {
  timeScale: number;
  /** Real milliseconds that a receiver always has to answer, whatever the time scale makes of the five seconds. */
  receiverMs: number;
}

/** What it tells once it listens. */
export interface EmbeddedReady {
  profile: Profile;
  secrets: Secret[];
}

// whoever started it has gone, or has no more use for it
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; this one stays until the run is over
process.on('SIGINT', () => {});

const { timeScale, receiverMs } = JSON.parse(process.argv[2] ?? '{}') as EmbeddedProcessOptions;
const target = await startEmbedded({
  policy: { timeScale },
  choices: { webhooks: { timeoutFloorMs: receiverMs } },
});
const ready: EmbeddedReady = { profile: target.profile, secrets: target.secrets };
process.send?.(ready);
