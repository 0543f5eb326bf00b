import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LoadResult, loadResultSchema } from '../../core/load-result.ts';
import { traceIdOf, traceparentOf } from '../trace.ts';
import { loadPage } from './page.ts';
import { sampleFailingLoadResult, sampleLoadResult, sampleSpread } from './test-load-result.ts';

const failing = loadPage(sampleFailingLoadResult());
const passing = loadPage(sampleLoadResult());

const headings = (page: string): string[] => [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id = '']) => id);

/** Replaces every string of a value, except where the schema allows only some words. */
const poisoned = (value: unknown, text: string): unknown => {
  const chosen = new Set([
    'verdict',
    'outcome',
    'step',
    'kind',
    'script',
    'shape',
    'ended',
    'bottleneck',
    'schema',
    'arrivals',
    'level',
    'startedAt',
    'sentAt',
  ]);
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((each) => poisoned(each, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, chosen.has(key) ? each : poisoned(each, text)]),
  );
};

const poisonedResult = (text: string): LoadResult =>
  loadResultSchema.parse(
    poisoned({ ...sampleFailingLoadResult(), examples: { [text]: [{ order: text, what: text }] } }, text),
  );

test('the verdict and its reasons come before all figures', () => {
  expect(headings(failing)[0]).toBe('gate');
  expect(failing.split('class="tiles"')[0]).toContain('were never sent, although');
});

test('each part of the result has its section, and the contents name every section', () => {
  const ids = [
    'objectives',
    'comparison',
    'requests',
    'time',
    'notifications',
    'webhooks',
    'drills',
    'steps',
    'companies',
    'rules',
    'health',
    'environment',
  ];
  expect(headings(failing)).toEqual(['gate', ...ids]);
  for (const id of ids) expect(failing).toContain(`<a href="#${id}">`);
});

test('parts that a run does not have leave no section', () => {
  for (const id of ['comparison', 'drills', 'steps']) expect(headings(passing)).not.toContain(id);
  const bare = loadPage(sampleLoadResult({}, { series: [], objectives: [], rules: [], companies: [], requests: [] }));
  expect(headings(bare)).toEqual(['gate', 'notifications', 'webhooks', 'health', 'environment']);
});

test('a run without a single webhook says so', () => {
  const { webhooks, conservation } = sampleLoadResult();
  const page = loadPage(
    sampleLoadResult(
      {},
      {
        conservation: { ...conservation, due: 0, deliveredOnce: 0 },
        webhooks: {
          ...webhooks,
          latencyMs: sampleSpread(0, 1),
          attempts: 0,
          attemptsPerDelivery: [],
          drainSeconds: null,
        },
      },
    ),
  );
  expect(page).toContain('No attempt of a delivery arrived.');
  expect(page).toContain('No notification was due.');
  expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
});

test.each([
  ['one that fails', failing],
  ['one that passes', passing],
])('every figure is a number: %s', (_, page) => {
  expect(page).not.toMatch(/NaN|Infinity|undefined|\bnull\b/);
});

test('percentiles of too few observations are dashes, and the caption names missing lines', () => {
  const page = loadPage(sampleLoadResult({ rate: 20, seconds: 30 }));
  expect(page).toContain('p95, p99: too few observations a second.');
  const requests = [{ name: 'GET /few', count: 30, byStatus: { 200: 30 }, latencyMs: sampleSpread(30, 10) }];
  expect(loadPage(sampleLoadResult({}, { requests }))).toMatch(/data-name="p95"><div>–<\/div>/);
  const silent = sampleLoadResult({ rate: 1, seconds: 30 });
  expect(loadPage(silent)).toContain('Too few observations a second to draw a line.');
});

test('each chart is an image with a title, a description and a table of its figures', () => {
  const charts = [...failing.matchAll(/<svg role="img" aria-labelledby="([\w-]+) ([\w-]+)"/g)];
  expect(charts).toHaveLength(7);
  for (const [, title, description] of charts) {
    expect(failing).toContain(`<title id="${title}">`);
    expect(failing).toContain(`<desc id="${description}">`);
  }
  expect(failing.match(/<table id="[\w-]+-figures">/g)).toHaveLength(7);
});

test('request latency comes first, with its distribution over time', () => {
  expect(failing).toMatch(/<dl class="tiles"><div class="tile"><dt>POST \/orders p95</);
  expect(failing).toMatch(/aria-label="Distribution of request latency over time\. Of [\d,]+ requests: /);
  expect(failing).toMatch(/<rect class="heat h\d" [^>]*><title>0:00 · \d+ ms to \d+ ms: [\d.]+ %</);
  const shares = [...failing.matchAll(/<text class="direct" x="100%" dx="8" y="[\d.]+">([\d.]+) %</g)];
  expect(shares.reduce((sum, [, share]) => sum + Number(share), 0)).toBeCloseTo(100, 0);
});

test('the slowest requests and lost orders are shown with their external ids and traces', () => {
  const slow = traceparentOf(traceIdOf('selo-b7e21c90-measure-52800'), 1);
  expect(failing).toMatch(new RegExp(`selo-b7e21c90-measure-52800</code>.*${slow}`));
  const lost = traceIdOf('selo-b7e21c90-measure-52905');
  expect(failing).toMatch(
    new RegExp(`main</div>.*2026-11-21T10:04:02.120Z.*selo-b7e21c90-measure-52905</code>.*${lost}`),
  );
});

test('a run that follows no notifications says so, and has no section about webhooks', () => {
  const { run } = sampleLoadResult();
  const page = loadPage(sampleLoadResult({}, { run: { ...run, script: 'orders' } }));
  expect(page).toContain('follows no notification');
  expect(headings(page)).not.toContain('webhooks');
  expect(page).not.toContain('What became of the due notifications');
});

test('ids are unique', () => {
  const ids = [...failing.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the page loads nothing: no script, no reference, and a policy that allows only its own style', () => {
  const [, policy = ''] = failing.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/) ?? [];
  const [, style = ''] = failing.match(/<style>([\s\S]*?)<\/style>/) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`);
  expect(failing).not.toMatch(/<script|<link|<img|<iframe|<object|<image|<use|@import|url\(/i);
  expect(failing).not.toMatch(/ (src|srcset|action|xlink:href|style|on\w+)=/i);
  for (const [, address = ''] of failing.matchAll(/ href="([^"]*)"/g)) expect(address).toMatch(/^#/);
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'></title></style><svg onload=alert(1)>",
  '&lt;b&gt;',
  '\u001b[31mred\u202egnp.exe\u0000',
])('text of a target stays text: %j', (hostile) => {
  const page = loadPage(poisonedResult(hostile));
  expect(page).not.toMatch(/<script|<img|onload=alert\(1\)>|<b>gt/i);
  expect(page.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u{202e}]/u);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  expect(page.match(/<\/title>/g)?.length).toBe(page.match(/<title/g)?.length);
  if (hostile.startsWith('&')) expect(page).toContain('&amp;lt;b&amp;gt;');
});

test('an example without a description shows the meaning of its kind', () => {
  expect(failing).toContain('<div>for no order of this run, or more than the order is due</div>');
});

test('drills are shaded in every chart and have the letter of their section', () => {
  expect(failing.match(/class="band-label"[^>]*>A</g)).toHaveLength(7);
  expect(failing).toContain('Shaded: A receivers refuse, B the target restarts.');
  expect(failing).toContain('<span class="letter">B</span> the target restarts');
});

test('a soak of 4,000 seconds has fewer points, and says so', () => {
  const page = loadPage(sampleLoadResult({ rate: 150, seconds: 4000 }));
  expect(Buffer.byteLength(page)).toBeLessThan(1_500_000);
  expect(page).toContain('Each point stands for 7 s');
});
