import type { Profile } from '../../fixtures/profile/profile.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Choices } from '../choices.ts';
import { embeddedTimeScale, startEmbedded } from './start-embedded.ts';

/** The first argument of the process, as JSON. */
export interface EmbeddedProcessOptions {
  timeScale?: number;
  webhooks?: Partial<Choices['webhooks']>;
}

/** The message to the parent process when the platform listens. */
export interface EmbeddedReady {
  profile: Profile;
  secrets: Secret[];
}

// the parent process has ended or disconnected
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal, and this one must last until the run has ended
process.on('SIGINT', () => {});

const { timeScale = embeddedTimeScale, webhooks = {} } = JSON.parse(process.argv[2] ?? '{}') as EmbeddedProcessOptions;
const target = await startEmbedded({
  policy: { timeScale },
  choices: { webhooks },
});
const ready: EmbeddedReady = { profile: target.profile, secrets: target.secrets };
process.send?.(ready);
