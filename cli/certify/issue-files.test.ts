import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newKey } from '../../certify/certificate/keys.ts';
import { observedSession } from '../../certify/certificate/test-session.ts';
import { emptyRecord } from '../../certify/obligations/test-records/test-record.ts';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { issueFiles } from './issue-files.ts';

const partner: PartnerConfig = { name: 'Shop', version: '1', capabilities: ['orders'] };
const session = observedSession(emptyRecord());

test('where customers are kept, the certificate and its page are for their owner alone, even over older ones', async () => {
  await using folder = await temporaryFolder();
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const modes = async (keepsCustomers: boolean): Promise<number[]> => {
    const signingKey = { jwk: await newKey(), isOwn: false };
    await issueFiles({ session, partner, signingKey, keepsCustomers, folder: folder.path });
    const names = (await readdir(folder.path)).toSorted();
    expect(names).toEqual(['certificate.html', 'certificate.json', 'certificate.jws']);
    return await Promise.all(names.map(async (name) => (await stat(join(folder.path, name))).mode & 0o077));
  };
  try {
    const open = await modes(false);
    expect(await modes(true)).toEqual([0, 0, 0]);
    expect(await modes(false)).toEqual(open);
  } finally {
    write.mockRestore();
  }
});
