import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { profileAsJson } from '../../../fixtures/profile/profile-as-json.ts';
import { type Peer, runToEnd } from './peer.ts';
import { visibleSections } from './visible-defects.ts';

const command = fileURLToPath(new URL('../../../cli/selo.ts', import.meta.url));

const result = z.looseObject({ verdicts: z.array(z.looseObject({ rule: z.string(), outcome: z.string() })) });

/** `selo run` at quick depth by every rule that needs no notification, in a separate process like the other tools. */
export const ownSuite: Peer = {
  name: 'selo',
  async judge({ target: { profile, secrets } }, folder) {
    // the platform sends no notifications
    const resources = { ...profile.resources, webhooks: undefined };
    await writeFile(join(folder, 'profile.json'), profileAsJson({ ...profile, resources }));
    const args = ['run', '--profile', 'profile.json', '--depth', 'quick', '--seed', '1', '--json', '--quiet'];
    const { stdout, complaint } = await runToEnd(
      process.execPath,
      [command, ...args, '--out', 'out', '--section', ...visibleSections],
      folder,
      Object.fromEntries(secrets.map(({ env, value }) => [env, value])),
    );
    if (stdout === '') throw new Error(`selo printed no result: ${complaint.slice(-500)}`);
    const { verdicts } = result.parse(JSON.parse(stdout));
    return verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').map(({ rule }) => rule);
  },
};
