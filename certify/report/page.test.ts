import { expect, test } from 'vitest';
import type { PartnerRecord } from '../../core/partner-record.ts';
import { plain } from '../../reports/kit/printable.ts';
import { issueCertificate } from '../certificate/issue.ts';
import { unseenMusts } from '../certificate/level.ts';
import { observedSession } from '../certificate/test-session.ts';
import { act, emptyRecord, orderBody, send } from '../obligations/test-records/test-record.ts';
import { certificateReport, scenariosIn } from './console-report.ts';
import { certificatePage } from './page.ts';

const hostile = `<script>alert(1)</script>"'&\u001b[31m\u202e`;

const record: PartnerRecord = {
  ...emptyRecord(),
  calls: [
    {
      number: 1,
      atMs: 10,
      tookMs: 2,
      method: 'POST',
      path: `/orders?${hostile}`,
      headers: { authorization: 'bearer «PARTNER_TOKEN»' },
      body: hostile,
      answer: { status: 400, body: '{}' },
    },
  ],
};

const issued = (seen: PartnerRecord) =>
  issueCertificate(
    {
      ...observedSession(seen),
      kind: 'played',
      ended: 'incomplete',
      endedBy: hostile,
      scenarios: [{ name: 'order', title: hostile, outcome: 'not played' }],
    },
    {
      name: hostile,
      version: '1',
      build: 'commit 4f2a',
      capabilities: ['orders'],
      triggers: { kind: 'http', url: 'http://127.0.0.1:1' },
    },
    { selo: '0.1.0', keepsCustomers: true },
  );

const certificate = issued(record);

test('whatever a partner sends is shown as text, on the page and on the terminal', () => {
  const page = certificatePage(certificate, 'abcdef');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  for (const raw of ['<script', '\u001b', '\u202e']) expect(page).not.toContain(raw);
  expect(page).toMatch(/Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
  const text = certificateReport(certificate, plain).join('\n');
  for (const raw of ['\u001b', '\u202e']) expect(text).not.toContain(raw);
});

test('the terminal names the must that was not confirmed, where that makes the evidence incomplete', () => {
  const [must, ...others] = certificate.verdicts.filter(({ level }) => level === 'must');
  if (must === undefined) throw new Error('the certificate has no must');
  const open = { outcome: 'unverified', cause: 'not-confirmed', broken: 1 } as const;
  const reason = `${must.id} was broken in 1 of 3 plays: ${must.text}`;
  const undecided = { ...certificate, level: 'incomplete' as const, verdicts: [{ ...must, ...open }, ...others] };
  expect(certificateReport({ ...undecided, reasons: [reason] }, plain)).toContain(`  ${reason}`);
  expect(certificateReport({ ...certificate, reasons: [`${must.id} does not hold`] }, plain)).not.toContain(
    `  ${must.id} does not hold`,
  );
});

test('the page says that it names only some of the evidence', () => {
  const many = record.calls.flatMap((call) =>
    Array.from({ length: 21 }, (_, index) => ({ ...call, number: index + 1, path: '/orders', body: '{}' })),
  );
  const page = certificatePage(issued({ ...record, calls: many }), 'abcdef');
  expect(page).toMatch(/calls 1, [\d, ]+19, 20, …/);
  expect(certificatePage(certificate, 'abcdef')).not.toContain(', …');
});

test('the page and the terminal say what the platform refused by itself, and neither disturbances nor lookups or second deletions of nothing', () => {
  const message = '{"statusCode":400,"message":["customer.phone"]}';
  const refused = { number: 1, method: 'POST', path: '/orders', answer: { status: 400, body: message } };
  const changed = [
    refused,
    { ...refused, number: 2 },
    { ...refused, number: 3, path: '/stores', fault: 1 },
    { ...refused, number: 4, method: 'GET', path: '/orders/external/7', answer: { status: 404, body: '{}' } },
    { ...refused, number: 6, method: 'DELETE', path: '/customers/1', answer: { status: 200, body: '{}' } },
    { ...refused, number: 7, method: 'DELETE', path: '/customers/1', answer: { status: 404, body: '{}' } },
    { ...refused, number: 5, path: '/products', answer: { status: 200, body: '{}' } },
  ];
  const calls = record.calls.flatMap((call) => changed.map((changes) => ({ ...call, ...changes })));
  const refusing = issued({ ...record, calls });
  expect(certificateReport(refusing, plain)).toContain('  POST /orders was answered 400 2 times: ["customer.phone"]');
  const page = certificatePage(refusing, 'abcdef');
  const [, section = ''] = /<section aria-labelledby="refused">(.*?)<\/section>/s.exec(page) ?? [];
  expect(section).toMatch(/POST \/orders.*400.*customer\.phone.*>2<.*1, 2/s);
  for (const other of ['/stores', 'external', '/products', '/customers']) expect(section).not.toContain(other);
  expect(certificatePage(issued({ ...record, calls: [] }), 'abcdef')).not.toContain('Refused requests');
});

test('a page without reasons counts the obligations without an occasion, and none where there are none', () => {
  const page = certificatePage({ ...certificate, level: 'certified', reasons: [] }, 'abcdef');
  expect(page).toMatch(
    /<p>\d+ musts and \d+ shoulds held on every occasion; \d+ musts and \d+ shoulds had no occasion\.</,
  );
  expect(page).not.toContain('concerned capabilities');
});

test('each must that had no occasion is named, on the page and on the terminal', () => {
  const unseen = unseenMusts(certificate);
  const [section = ''] = /<section aria-labelledby="unseen">.*?<\/section>/s.exec(
    certificatePage(certificate, 'abcdef'),
  ) ?? [''];
  expect(section.match(/PART-\d+/g)).toEqual(unseen.map(({ id }) => id));
  const lines = certificateReport(certificate, plain);
  const from = lines.indexOf(`${unseen.length} musts had no occasion, so nothing is known of them:`);
  expect(lines[from + 1]).toBe(`  ${unseen[0]?.id} ${unseen[0]?.text}`);
  expect(lines[from + 11]).toMatch(/^ {2}and \d+ others: PART-\d+, /);
  expect(lines[from + 11]?.match(/PART-\d+/g)).toEqual(unseen.slice(10).map(({ id }) => id));
});

test('a partner that has coupons and no state gets a note about it, and another one does not', () => {
  const shown = issued({ ...record, states: [{ after: 0, atMs: 5, coupons: [] }] });
  for (const [of, hasNote] of [
    [certificate, true],
    [issued({ ...record, capabilities: ['orders'] }), false],
    [shown, false],
  ] as const) {
    expect(certificatePage(of, 'abcdef').includes('not shown: no')).toBe(hasNote);
    expect(certificateReport(of, plain).join('\n').includes('no `state` was read')).toBe(hasNote);
  }
});

test('failures come before passes, with their evidence', () => {
  const page = certificatePage(certificate, 'abcdef');
  expect(page.indexOf('id="fail"')).toBeGreaterThan(0);
  expect(page.indexOf('id="fail"')).toBeLessThan(page.indexOf('id="no-occasion"'));
  expect(page).toContain('Evidence of what was broken');
  expect(page).toContain('call 1');
  for (const seen of ['User agents seen', 'Build, as declared', 'commit 4f2a']) expect(page).toContain(seen);
  expect(certificateReport(certificate, plain).join('\n')).toMatch(/✗ PART-3 /);
});

test('an obligation that failed in only one play is shown separately, with its plays', () => {
  const doubtful = issued({
    ...record,
    plays: ['order', 'order', 'order'].map((scenario, play) => ({ scenario, fromMs: 100 * play })),
  });
  const page = certificatePage(doubtful, 'abcdef');
  expect(page).toContain('id="not-confirmed"');
  expect(page).not.toContain('id="fail"');
  expect(page).toContain('1 of 1 (unconfirmed: in 1 of 1 play)');
  expect(page).toContain('Evidence of what was broken');
  const report = certificateReport(doubtful, plain).join('\n');
  expect(report).toMatch(/\? PART-3 .* \(unconfirmed: in 1 of 1 play\)\n(?: {4}.*\n)* {4}in order$/m);
  expect(page).toContain('>in order · calls <a href="#call-1">1</a>');
  expect(report).toMatch(/\? \d+ not confirmed/);
  expect(report).toMatch(/^ {2}not confirmed: .*\n {2}no occasion: no request /m);
});

test('a death belongs to the scenario that it cut off, and not to the one before', () => {
  const dead: PartnerRecord = {
    ...emptyRecord(),
    plays: [{ scenario: 'order', fromMs: 10 }],
    actions: ([10, 110] as const).map((fromMs, index) => ({
      number: index,
      scenario: ['order', 'cart'][index] ?? '',
      action: 'create-cart',
      parameters: {},
      fromMs,
      toMs: fromMs + 10,
      outcome: 'failed',
    })),
    died: { atMs: 120, how: 'exit code 3' },
    judgedUntilMs: 100,
  };
  const report = certificateReport(issued(dead), plain).join('\n');
  expect(report).toMatch(/✗ PART-132 .*\n {4}its process ended by itself: exit code 3\n\n/);
  expect(scenariosIn({ records: [dead] }, { calls: [], attempts: [], actions: [1] })).toEqual(['cart']);
});

test('an obligation has its level, and a broken should says why it is only a remark', () => {
  const seen = emptyRecord();
  send(seen, 10, 'POST /orders', orderBody('order-1', { couponCode: '' }));
  const page = certificatePage(issued(seen), 'abcdef');
  const rowOf = (id: string): string => page.split('<tr').find((row) => row.includes(`<code>${id}</code>`)) ?? '';
  expect(rowOf('PART-178')).toMatch(/>should</);
  expect(rowOf('PART-178')).toContain('A remark only: an update with a code that no coupon has is refused');
  expect(page.match(/A remark only/g)).toHaveLength(1);
  expect(rowOf('PART-5')).toMatch(/>must</);
});

test('what the software never does is named, on the page and on the terminal', () => {
  const seen = emptyRecord();
  act(seen, { action: 'pay-order', fromMs: 10, outcome: 'cannot', message: '501: this shop takes no money' });
  const never = 'pay-order (501: this shop takes no money)';
  expect(certificateReport(issued(seen), plain)).toContain(`never done, as its hooks say: ${never}`);
  expect(certificatePage(issued(seen), 'abcdef')).toMatch(/Never done.*?pay-order \(501: this shop takes no money\)/s);
  expect(certificateReport(certificate, plain).join('\n')).not.toContain('never done, as');
});

test('a single must without an occasion is counted as one', () => {
  const verdicts = unseenMusts(certificate).slice(0, 1);
  expect(certificateReport({ ...certificate, verdicts }, plain)).toContain(
    '1 must had no occasion, so nothing is known of it:',
  );
});

test('the page says at which time scale the session ran, and what no certificate shows', () => {
  const page = certificatePage(certificate, 'abcdef');
  expect(page).toContain('0.01 real seconds per documented second');
  expect(page).toContain('No certificate shows that a missing notification is diagnosed');
});
