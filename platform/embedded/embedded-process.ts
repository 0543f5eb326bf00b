import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Choices } from '../choices.ts';
import { embeddedTimeScale, startEmbedded } from './start-embedded.ts';

/** What the process is started with, as JSON in its first argument. */
export interface EmbeddedProcessOptions {
  timeScale?: number;
  /** How it sends, where that differs from what suits a run. */
  webhooks?: Partial<Choices['webhooks']>;
}

/** What it sends to its parent process once it listens. */
export interface EmbeddedReady {
  profile: Profile;
  secrets: Secret[];
}

// its parent process has gone, or has no more use for it
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal; this one stays until the run is over
process.on('SIGINT', () => {});

const { timeScale = embeddedTimeScale, webhooks = {} } = JSON.parse(process.argv[2] ?? '{}') as EmbeddedProcessOptions;
const target = await startEmbedded({
  policy: { timeScale },
  choices: { webhooks },
});
const ready: EmbeddedReady = { profile: target.profile, secrets: target.secrets };
process.send?.(ready);
