import { expect, test } from 'vitest';
import { act, emptyRecord, send } from '../obligations/test-records/test-record.ts';
import { certificateText } from './certificate-text.ts';
import { issueCertificate } from './issue.ts';
import { newKey } from './keys.ts';
import { signCertificate } from './sign.ts';
import { observedSession } from './test-session.ts';
import { verifyCertificate } from './verify.ts';

test('a certificate has one line for each request and each action, and says what was signed', async () => {
  const record = emptyRecord();
  act(record, { action: 'create-order', fromMs: 1 });
  for (const id of ['1', '2']) send(record, 2, 'POST /orders', { externalId: id, note: 'a "line"\n' });
  const partner = { name: 'Shop', version: '1', capabilities: record.capabilities };
  const issued = issueCertificate(observedSession(record), partner, { selo: '0.1.0', keepsCustomers: true });
  const signed = await signCertificate(issued, await newKey());
  const text = certificateText(signed);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(signed)));
  expect(text.match(/^ +\{"number":/gm)).toHaveLength(3);
  const { problems } = await verifyCertificate(text);
  expect(problems).toEqual([]);
});
