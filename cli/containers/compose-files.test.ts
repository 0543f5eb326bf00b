import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../../deploy', import.meta.url));

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      read_only: z.boolean().default(false),
      environment: z.array(z.string()),
      volumes: z.array(z.string()).default([]),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
    }),
  ),
  volumes: z.record(z.string(), z.null()).default({}),
});

const files = globSync('compose.*.yaml', { cwd: folder }).toSorted();
const read = (name: string): string => readFileSync(resolve(folder, name), 'utf8');

test('there are three', () => {
  expect(files).toEqual(['compose.capture.yaml', 'compose.certify.yaml', 'compose.sandbox.yaml']);
});

test.each(files)('%s mounts what is there, and has a service for whatever it depends on', (name) => {
  const { services, volumes } = composeSchema.parse(parse(read(name), { merge: true }));
  const said = read('.env.example');
  for (const service of Object.values(services)) {
    for (const volume of service.volumes) {
      const [source = '', , mode] = volume.split(':');
      if (source.startsWith('.')) expect([existsSync(resolve(folder, source)), mode]).toEqual([true, 'ro']);
      else expect(Object.keys(volumes)).toContain(source);
    }
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on);
    for (const other of needed) expect(Object.keys(services)).toContain(other);
    for (const variable of service.environment) expect(said).toMatch(new RegExp(`^(# )?${variable}=`, 'm'));
    if (service.image.includes('selo')) expect(service.read_only).toBe(true);
  }
});
