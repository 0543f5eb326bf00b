import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { listen } from '../../fixtures/processes/listening.ts';
import { edgeFaults } from './edges.ts';
import type { Fault } from './fault.ts';
import { toxicFaults } from './toxics.ts';

const dayMs = 24 * 3600 * 1000;

const withCertificate = (name: string, text: string, days: number): Fault => ({
  name,
  text,
  on: 'target',
  judgeable: 'none',
  async start() {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(Date.now() - 7 * dayMs),
      notAfterDate: new Date(Date.now() + days * dayMs),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    const listening = await listen(createServer({ cert, key }, (_, outgoing) => outgoing.end('{}')));
    return { ...listening, url: `https://127.0.0.1:${listening.port}` };
  },
});

/** Faults before HTTP begins. */
const unreachedFaults: readonly Fault[] = [
  {
    name: 'unknown host',
    text: 'no name service knows the host',
    on: 'target',
    judgeable: 'none',
    // some name servers take long to refuse
    timeoutSeconds: 0.5,
    start: async () => ({ url: 'http://selo.invalid', async [Symbol.asyncDispose]() {} }),
  },
  withCertificate('self-signed certificate', 'the host shows a certificate that nobody signed', 30),
  withCertificate('expired certificate', 'the certificate of the host ran out yesterday', -1),
];

export const allFaults: readonly Fault[] = [...toxicFaults, ...edgeFaults, ...unreachedFaults];
