import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { SignedCertificate } from '../../core/certificate.ts';
import { type ObligationVerdict, standingOf } from '../../core/obligation-verdict.ts';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { emptyRecord } from '../obligations/test-records/test-record.ts';
import { exampleShop, playWith } from '../session/example-session.ts';
import { issueCertificate } from './issue.ts';
import { KeyError, newKey, publicPart, readKeyFile, writeKey } from './keys.ts';
import { compactOf, signCertificate } from './sign.ts';
import { changedByNewerRules, verifyCertificate } from './verify.ts';

const key = await newKey();
let signed: SignedCertificate;
let text: string;
const secrets: string[] = [];

// verification judges the session again, so it must be real
beforeAll(async () => {
  const partner = await exampleShop();
  const session = await playWith(partner, {
    only: ['registered', 'notified', 'order'],
    onReady: ({ access }) => secrets.push(access.token.value, access.accessKey.value),
  });
  signed = await signCertificate(issueCertificate(session, partner, { selo: '0.1.0', keepsCustomers: false }), key);
  text = JSON.stringify(signed);
});

const changed = (change: (copy: SignedCertificate) => void): string => {
  const copy = structuredClone(signed);
  change(copy);
  return JSON.stringify(copy);
};

/** Changes a certificate and signs it again with the same key: its signature is valid. */
const forged = async (change: (copy: SignedCertificate) => void): Promise<string> => {
  const copy = structuredClone(signed);
  change(copy);
  return JSON.stringify(await signCertificate(copy.certificate, key));
};

/** Adds a resumption in which nothing happened. */
const withPart =
  (changes: Partial<PartnerRecord>) =>
  ({ certificate: { records, partner } }: SignedCertificate): void => {
    const [{ seed, timeScale } = emptyRecord()] = records;
    records.push({ ...emptyRecord(), capabilities: partner.capabilities, seed, timeScale, ...changes });
  };

/** Makes a certificate claim that an obligation passes. */
const claimPass = (verdict: ObligationVerdict): void => {
  Object.assign(verdict, { outcome: 'pass' });
  Reflect.deleteProperty(verdict, 'cause');
};

test('a certificate is valid in any layout of its file', async () => {
  expect((await verifyCertificate(text, publicPart(key))).problems).toEqual([]);
  expect((await verifyCertificate(JSON.stringify(signed, null, 2))).problems).toEqual([]);
});

test('a certificate of a partner with one capability is valid', async () => {
  const partner = { ...(await exampleShop()), capabilities: ['lists' as const] };
  const session = await playWith(partner, { only: ['list'] });
  const issued = issueCertificate(session, partner, { selo: '0.1.0', keepsCustomers: false });
  const { problems } = await verifyCertificate(JSON.stringify(await signCertificate(issued, key)), publicPart(key));
  expect(problems).toEqual([]);
});

test('the compact form is valid until its payload is changed', async () => {
  const compact = compactOf(signed);
  expect((await verifyCertificate(`${compact}\n`, publicPart(key))).problems).toEqual([]);
  const [header, payload = '', signature] = compact.split('.');
  const other = Buffer.from(payload, 'base64url').toString('utf8').replace('"version":"1.0.0"', '"version":"1.0.1"');
  const forgedText = [header, Buffer.from(other).toString('base64url'), signature].join('.');
  expect((await verifyCertificate(forgedText, publicPart(key))).problems).toEqual([
    expect.stringContaining('changed after it was signed'),
  ]);
});

test('the certificate lists the software that the requests show, and a verification computes it again', async () => {
  expect(signed.certificate.software).toEqual({ userAgents: expect.any(Array), addresses: ['127.0.0.1'] });
  const text = await forged(({ certificate }) => {
    certificate.software = { userAgents: ['another'], addresses: ['127.0.0.1'] };
  });
  expect((await verifyCertificate(text)).problems).toEqual(['the requests show other software']);
});

test('a verification without a key reports that', async () => {
  expect((await verifyCertificate(text)).remarks).toEqual([expect.stringContaining('not who signed')]);
  expect((await verifyCertificate(text, publicPart(key))).remarks).toEqual([]);
});

test.for<[string, (copy: SignedCertificate) => void]>([
  ['a verdict', ({ certificate }) => certificate.verdicts.splice(3, 1)],
  [
    'the level',
    ({ certificate }) => {
      certificate.level = 'certified';
    },
  ],
  ['a call that was removed', ({ certificate }) => certificate.records[0]?.calls.splice(4, 1)],
  [
    'a body',
    ({ certificate }) => {
      const call = certificate.records[0]?.calls.find(({ body }) => body.includes('completed'));
      if (call) call.body = call.body.replace('completed', 'on-hold');
    },
  ],
  [
    'the partner',
    ({ certificate }) => {
      certificate.partner.version = '2.0.0';
    },
  ],
  [
    'the validity',
    ({ certificate }) => {
      certificate.validUntil = '2199-01-01T00:00:00.000Z';
    },
  ],
])('a change is found by the signature: %s', async ([, change]) => {
  const { problems } = await verifyCertificate(changed(change), publicPart(key));
  expect(problems).toContain('the signature does not match: the certificate was changed after it was signed');
});

test('a verdict that the evidence does not give is found, no matter who signed it', async () => {
  const { problems } = await verifyCertificate(
    await forged(({ certificate }) => {
      const verdict = certificate.verdicts.find((each) => standingOf(each) === 'no-occasion');
      if (verdict) claimPass(verdict);
    }),
  );
  expect(problems).toEqual([expect.stringMatching(/^PART-\d+: the evidence gives another verdict$/)]);
});

test('a verdict that was left out is found, no matter who signed it', async () => {
  const { problems } = await verifyCertificate(await forged(({ certificate }) => certificate.verdicts.splice(0, 1)));
  expect(problems).toEqual([
    expect.stringContaining('leaves out'),
    expect.stringMatching(/^there are \d+ verdicts on \d+ obligations$/),
  ]);
});

test('a level that is better than its verdicts is found, even if it was signed again', async () => {
  const { problems } = await verifyCertificate(
    await forged(({ certificate }) => {
      certificate.session.ended = 'incomplete';
      certificate.session.endedBy = 'interrupted by its user';
    }),
  );
  expect(problems).toEqual([expect.stringContaining('the verdicts give another level')]);
});

test.for<[what: string, message: RegExp, change: (copy: SignedCertificate) => void]>([
  [
    'another seed',
    /^its records are of another seed than other$/,
    ({ certificate }) => Object.assign(certificate.session, { seed: 'other' }),
  ],
  [
    'an earlier start',
    /^its session began .* at another time than its records say$/,
    ({ certificate }) => Object.assign(certificate.session, { startedAt: '2020-01-01T00:00:00.000Z' }),
  ],
  [
    'a part that began before the one that it resumes',
    /^its session began .* at another time than its records say$/,
    withPart({ startedAt: '2020-01-01T00:00:00.000Z' }),
  ],
  ['a part on another time scale', /^its records have several time scales$/, withPart({ timeScale: 0.5 })],
  [
    'a reason for an end that never came',
    /^its session is complete, and its end has a reason$/,
    ({ certificate }) => Object.assign(certificate.session, { endedBy: 'interrupted by its user' }),
  ],
  [
    'a verdict twice',
    /^there are \d+ verdicts on \d+ obligations$/,
    ({ certificate: { verdicts } }) => {
      const [first] = verdicts;
      if (first) verdicts.push(first);
    },
  ],
  [
    'another number of obligations',
    /^there are \d+ verdicts on 3 obligations$/,
    ({ certificate }) => Object.assign(certificate.rules, { count: 3 }),
  ],
])('a session with %s does not hold, no matter who signed it', async ([, message, change]) => {
  const { problems } = await verifyCertificate(await forged(change), publicPart(key));
  expect(problems).toEqual([expect.stringMatching(message)]);
});

test('scenarios that are left out, or recorded as not declared, are found, no matter who signed it', async () => {
  for (const change of [
    ({ certificate }: SignedCertificate) => certificate.session.scenarios.splice(40, 1),
    ({ certificate }: SignedCertificate) => {
      for (const scenario of certificate.session.scenarios) {
        if (scenario.outcome === 'not played') scenario.outcome = 'not declared';
      }
    },
  ]) {
    const { problems } = await verifyCertificate(await forged(change));
    expect(problems).toContain('its scenarios are not those that have to be played');
  }
});

const byOthers = (change: (copy: SignedCertificate) => void = () => {}): Promise<string> =>
  forged((copy) => {
    copy.certificate.rules.digest = '0'.repeat(64);
    change(copy);
  });

test('verdicts of other obligations need a trusted signer, and are not reported as recomputed', async () => {
  const other = await byOthers();
  expect(await verifyCertificate(other, publicPart(key))).toMatchObject({
    isRecomputed: false,
    problems: [],
    remarks: [],
  });
  const { isRecomputed, problems } = await verifyCertificate(other);
  expect([isRecomputed, problems]).toEqual([false, [expect.stringMatching(/nobody vouches for them: .*--key/)]]);
  expect((await verifyCertificate(other, publicPart(await newKey()))).problems).toEqual([
    'it was not signed by the key that was given',
  ]);
  expect(await verifyCertificate(text)).toMatchObject({ isRecomputed: true });
});

test.for<[what: string, change: (copy: SignedCertificate) => void, message: RegExp]>([
  [
    'a level that is better than the session',
    ({ certificate }) => {
      certificate.level = 'certified';
    },
    /^its own verdicts and session give another level: incomplete$/,
  ],
  [
    'a verdict without an occasion',
    ({ certificate }) => {
      const verdict = certificate.verdicts.find((each) => standingOf(each) === 'no-occasion');
      if (verdict) claimPass(verdict);
    },
    /^verdicts that contradict their own occasions: PART-\d+$/,
  ],
  [
    'evidence that is not there',
    ({ certificate }) => certificate.verdicts[0]?.calls.push(9999),
    /^verdicts on evidence that is not in the record: PART-1$/,
  ],
  ['a verdict that is gone', ({ certificate }) => certificate.verdicts.splice(3, 1), /^there are \d+ verdicts on \d+/],
  [
    'another declaration',
    ({ certificate }) => {
      for (const record of certificate.records) record.capabilities = ['orders'];
    },
    /^the declared capabilities are not those that were judged by$/,
  ],
])('by other obligations, what does not fit is found, no matter who signed it: %s', async ([, change, message]) => {
  const { problems } = await verifyCertificate(await byOthers(change), publicPart(key));
  expect(problems).toEqual([expect.stringMatching(message)]);
});

test.for<[string, unknown]>([
  ['null', null],
  ['a key with a number', { kty: 'OKP', crv: 'Ed25519', x: 5 }],
  ['a key of another kind', { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }],
  ['a text', 'key'],
])('a signature that names no key is reported: %s', async ([, jwk]) => {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', jwk })).toString('base64url');
  const { problems, signedBy } = await verifyCertificate(
    changed(({ signature }) => {
      signature.protected = header;
    }),
  );
  expect([signedBy, problems]).toEqual([undefined, ['the signature names no Ed25519 key']]);
});

test('another key, and a time past its validity, are reported', async () => {
  const other = await newKey();
  expect((await verifyCertificate(text, publicPart(other))).problems).toEqual([
    'it was not signed by the key that was given',
  ]);
  const later = new Date('2199-01-01T00:00:00Z');
  expect((await verifyCertificate(text, publicPart(key), later)).problems).toEqual([
    expect.stringContaining('it was valid until'),
  ]);
});

test.for<[what: string, message: RegExp, change: (copy: SignedCertificate) => void]>([
  [
    'begins in the future',
    /valid only from 2198/,
    ({ certificate }) =>
      Object.assign(certificate, { validFrom: '2198-12-01T00:00:00Z', validUntil: '2199-06-01T00:00:00Z' }),
  ],
  [
    'ends before it begins',
    /before it begins/,
    ({ certificate }) => Object.assign(certificate, { validUntil: '2020-01-01T00:00:00Z' }),
  ],
  [
    'is valid for longer than a year',
    /for longer than 12 months/,
    ({ certificate }) => Object.assign(certificate, { validUntil: '2198-01-01T00:00:00Z' }),
  ],
  [
    'was issued before its session',
    /after it was issued/,
    ({ certificate }) => Object.assign(certificate.session, { startedAt: '2198-01-01T00:00:00Z' }),
  ],
])('a certificate that %s does not hold, no matter who signed it', async ([, message, change]) => {
  const { problems } = await verifyCertificate(await forged(change), publicPart(key));
  expect(problems.join('\n')).toMatch(message);
});

test('a repeated key is found, because a reader may take the value that was not signed', async () => {
  const twice = text.replace('{"certificate":{', '{"certificate":{"level":"certified",');
  expect(JSON.parse(twice)).toEqual(JSON.parse(text));
  expect((await verifyCertificate(twice, publicPart(key))).problems).toEqual([
    expect.stringContaining('a key occurs twice'),
  ]);
});

test.for<[content: string, message: string]>([
  ['no JSON', 'this is no JSON'],
  ['{}', 'this is no certificate that Selo verifies'],
  [
    '{ "certificate": { "schema": "selo-certificate/3" } }',
    'it is selo-certificate/3, and this version of Selo verifies selo-certificate/5',
  ],
])('%s is reported', async ([content, message]) => {
  expect((await verifyCertificate(content)).problems).toEqual([expect.stringContaining(message)]);
});

test('a key is written only for its owner, with its public part, and never over another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selo-keys-'));
  try {
    const file = join(folder, 'key.json');
    const { publicFile } = writeKey(key, file);
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readKeyFile(file)).toMatchObject({ x: key.x, d: key.d });
    expect(JSON.parse(await readFile(publicFile, 'utf8'))).not.toHaveProperty('d');
    expect(() => writeKey(key, file)).toThrow(KeyError);
    await expect(readKeyFile(join(folder, 'none.json'))).rejects.toThrow(/does not exist.*selo keys new/);
    await expect(readKeyFile(folder)).rejects.toThrow(KeyError);
    expect(() => writeKey(key, join(folder, 'none', 'key.json'))).toThrow(KeyError);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('no secret and no customer is in a certificate', () => {
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/Bearer (?!«|not-the-one)/);
  expect(text).not.toMatch(/bearerToken(?!\W+«)/);
  expect(text).toMatch(/bearerToken\W+«WEBHOOK_BEARER»/);
  expect(text).not.toMatch(/Souza|Flores|Paulo|customers\.example/);
});

test('the verdicts that newer obligations change, add and drop are reported', () => {
  const { certificate } = structuredClone(signed);
  expect(changedByNewerRules(certificate)).toEqual([]);
  const [first, second, third] = certificate.verdicts;
  if (!(first && second && third)) throw new Error('too few verdicts');
  first.outcome = 'fail';
  certificate.verdicts.splice(1, 1);
  certificate.verdicts.push({ ...third, id: 'PART-999' });
  expect(changedByNewerRules(certificate)).toEqual([
    expect.stringContaining(`${first.id} changes from fail to pass`),
    expect.stringContaining(`${second.id} is new, with pass`),
    expect.stringContaining('PART-999 is no longer judged'),
  ]);
});
