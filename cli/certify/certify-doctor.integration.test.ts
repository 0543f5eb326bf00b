import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { exampleShop } from '../../certify/session/example-session.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { serving } from '../../fixtures/test-server.ts';
import { type Ended, runSelo } from '../run/selo-process.ts';

const doctor = async (partner: PartnerConfig, ...args: string[]): Promise<Ended> => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'partner.json');
  await writeFile(file, JSON.stringify(partner));
  return await runSelo(['certify', 'doctor', '--partner', file, ...args]);
};

test('a partner whose hooks are in order may begin', async () => {
  const { code, stdout } = await doctor({ ...(await exampleShop()), capabilities: ['orders'] });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^✓ pay-order, cancel-order: is accepted/m)]);
  expect(stdout).toMatch(/\n\d+ ok, 0 warnings, 0 problems\n$/);
});

test('a wrong address of the hooks is reported, and is a problem as JSON too', async () => {
  await using other = await serving((_, response) => response.writeHead(404).end());
  const triggers = { kind: 'http', url: other.url } as const;
  const partner: PartnerConfig = { name: 'A shop', version: '1', capabilities: ['stores'], triggers };
  const { code, stdout, stderr } = await doctor(partner, '--json');
  expect([code, JSON.parse(stdout)]).toMatchObject([3, { findings: [{ subject: 'triggers.url', state: 'problem' }] }]);
  expect(stderr).toMatch(/^Configure the partner’s software:\n/);
});

test('a partner that a person makes act has no hooks to try', async () => {
  const { code, stderr } = await doctor({
    name: 'A shop',
    version: '1',
    capabilities: ['stores'],
    triggers: { kind: 'person' },
  });
  expect([code, stderr]).toEqual([2, expect.stringContaining('names no hooks to try: `triggers.kind` is "person".')]);
});
