import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Peer, runToEnd } from './peer.ts';
import { readDescription, withValues } from './prepared-target.ts';

const configFile = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

const report = z.looseObject({
  failures: z.array(z.looseObject({ code: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.looseObject({ title: z.string().optional() })),
});

/** Schemathesis with all phases and checks; `bin` is the folder of its executable. */
export const schemathesis = (bin: string, seed: number): Peer => ({
  name: 'schemathesis',
  async judge({ target: { profile }, tokens, values }, folder) {
    await writeFile(join(folder, 'openapi.yaml'), withValues(await readDescription(), values));
    await copyFile(configFile, join(folder, 'schemathesis.toml'));
    const auth = Object.entries(tokens).map(([name, token]) => ({
      name,
      fixedHeaders: [{ name: 'Authorization', value: `Bearer ${token}` }],
    }));
    await writeFile(join(folder, 'credentials.json'), JSON.stringify({ auth }));
    const { name, value } = profile.accessHeader;
    const { stdout } = await runToEnd(
      join(bin, 'schemathesis'),
      [
        ...['run', 'openapi.yaml', '--url', profile.baseUrl, '--header', `${name}: ${value.value}`],
        ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing,stateful', '--seed', String(seed)],
        ...['--report', 'json', '--report-json-path', 'report.json', '--no-color'],
      ],
      folder,
    );
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => {
      throw new Error(`Schemathesis wrote no report: ${stdout.slice(-500)}`);
    });
    const { failures, errors } = report.parse(JSON.parse(text));
    return [
      ...failures.flatMap(({ code, title, operations }) =>
        operations.map((operation) => `${operation}: ${code} ${title}`),
      ),
      ...errors.map(({ title = 'without title' }) => `error: ${title}`),
    ];
  },
});
