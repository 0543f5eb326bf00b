import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Peer, runToEnd } from './peer.ts';
import { portmanConfig } from './portman-config.ts';
import { readDescription, withValues } from './prepared-target.ts';

const report = z.looseObject({
  run: z.looseObject({
    failures: z.array(
      z.looseObject({
        parent: z.looseObject({ name: z.string().optional() }).optional(),
        source: z.looseObject({ name: z.string().optional() }).optional(),
        error: z.looseObject({ name: z.string(), test: z.string().optional() }),
      }),
    ),
  }),
});

/** Portman makes a collection once, in `folder`, and newman runs it; `bin` is the folder of both. */
export const portman = async (bin: string, folder: string): Promise<Peer> => {
  await writeFile(join(folder, 'openapi.yaml'), await readDescription());
  await writeFile(join(folder, 'config.json'), JSON.stringify(portmanConfig));
  const { stdout } = await runToEnd(
    process.execPath,
    [
      ...[join(bin, 'portman'), '--local', 'openapi.yaml'],
      ...['--portmanConfigFile', 'config.json', '--output', 'collection.json', '--baseUrl', '{{baseUrl}}'],
    ],
    folder,
  );
  const collection = await readFile(join(folder, 'collection.json'), 'utf8').catch(() => {
    throw new Error(`Portman made no collection: ${stdout.slice(-500)}`);
  });
  return {
    name: 'portman',
    async judge({ target: { profile }, tokens, values }, runFolder) {
      await writeFile(join(runFolder, 'collection.json'), withValues(collection, values));
      const variables = {
        baseUrl: profile.baseUrl,
        token: tokens.owner,
        otherToken: tokens.other,
        accessKey: profile.accessHeader.value.value,
      };
      await runToEnd(
        process.execPath,
        [
          ...[join(bin, 'newman'), 'run', 'collection.json', '--timeout-request', '5000'],
          ...['--reporters', 'json', '--reporter-json-export', 'report.json'],
          ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
        ],
        runFolder,
      );
      const { run } = report.parse(JSON.parse(await readFile(join(runFolder, 'report.json'), 'utf8')));
      return run.failures.map(({ parent, source, error }) =>
        [parent?.name, source?.name, error.test ?? error.name].filter(Boolean).join(' | '),
      );
    },
  };
};
