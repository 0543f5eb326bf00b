import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDescription } from '../peers/prepared-target.ts';
import type { Credentials } from './credentials.ts';
import type { MockServer } from './mock-server.ts';
import { runServer } from './run-server.ts';

/** Prism on the API's description, as it answers fastest: from examples, with nothing logged. */
export const startPrism = async (file: string, folder: string, credentials: Credentials): Promise<MockServer> => {
  const description = join(folder, 'openapi.yaml');
  await writeFile(
    description,
    (await readDescription()).replaceAll(/SELO_[A-Z_]+/g, () => randomUUID()),
  );
  return runServer({
    name: 'Prism',
    file,
    args: (port) => ['mock', description, '--port', port, '--host', '127.0.0.1', '--verboseLevel', 'silent'],
    credentials,
  });
};
