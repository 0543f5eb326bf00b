import type { Profile } from '../fixtures/profile/profile.ts';
import type { Docker } from './docker.ts';

type Target = NonNullable<Profile['target']>;
export type DeclaredContainer = NonNullable<Target['container']>;
export type DeclaredCompose = NonNullable<Target['compose']>;

/** How the containers of a target are started, found and removed. */
export interface Launch {
  /** In words, for anyone who waits. */
  what: string;
  /** `name=value`, that every container of it has. */
  label: string;
  /** In its compose file, the one that is judged; empty where there is none. */
  service: string;
  declared: DeclaredContainer | DeclaredCompose;
  /**
   * Starts them; they need not be ready then. Throws `TargetError` with what Docker says, and the reason of the signal
   * when that aborts before anything was started.
   */
  start(docker: Docker, signal: AbortSignal): Promise<void>;
  /** Removes what is left when all of them have ended, what never came to be a container too. */
  remove(docker: Docker): Promise<void>;
}

/** An environment with the values of its secrets. */
export const environmentOf = (env: DeclaredContainer['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, typeof value === 'string' ? value : value.value]),
  );
