import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { resultSchema } from '../../core/result.ts';
import { hostileResult } from '../test-hostile-result.ts';
import { type SampleChanges, sampleExchange, sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { runPage } from './page.ts';
import { eventfulResult, largeResult } from './test-result.ts';

const eventful = runPage(eventfulResult());

const headings = (page: string): string[] => [...page.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id = '']) => id);

/** The markup of one rule. */
const ruleIn = (page: string, id: string): string =>
  page.split('<details class="rule').find((part) => part.includes(`id="${id}"`)) ?? '';

test('the samples are documents that a run may leave', () => {
  for (const result of [eventfulResult(), largeResult(2, 2)]) {
    expect(resultSchema.parse(JSON.parse(JSON.stringify(result)))).toEqual(result);
  }
});

test('first the verdict, then what someone must act on, then the rest', () => {
  expect(headings(eventful)).toEqual([
    ...['verdict', 'faults', 'troubles', 'waivers'],
    ...['errors', 'failed', 'matrix', 'waived', 'warnings', 'unverified', 'held'],
    ...['left', 'run'],
  ]);
  for (const id of headings(eventful).slice(1)) expect(eventful).toContain(`<li><a href="#${id}">`);
});

test('what a run did not have leaves no section', () => {
  expect(headings(runPage(sampleResult()))).toEqual(['verdict', 'matrix', 'held', 'run']);
});

test.each([
  [sampleResult(), 'pass', 'Every rule passed.'],
  [sampleResult([sampleFailure()]), 'fail', 'Does not conform: 1 rule failed.'],
  [sampleResult([]), 'not judged', 'The target could not be judged: no rule could be judged.'],
  [eventfulResult(), 'suite fault', 'Not concluded: 2 faults of the suite itself.'],
])('the headline says what the run came to', (result, badge, said) => {
  const page = runPage(result);
  expect(page).toContain(`</span> ${badge}</span></h2><p class="why">${said}</p>`);
  expect(page).toContain(`<title>${badge}: staging</title>`);
});

test('conformance and coverage stand apart, each with what it means', () => {
  expect(eventful).toMatch(/Conformance<\/dt><dd><b>28\.5 %<.*2 of 7 judged rules passed/);
  expect(eventful).toMatch(/Coverage<\/dt><dd><b>70\.0 %<.*7 of 10 applicable rules judged/);
  expect(eventful).toContain('caught 749 of 750 defects');
});

test('each rule has one square and one place', () => {
  for (const { rule, outcome } of eventfulResult().verdicts) {
    expect(eventful.match(new RegExp(`<a class="square ${outcome}" href="#${rule}"`, 'g'))).toHaveLength(1);
    expect(eventful.match(new RegExp(`<details class="rule ${outcome}" id="${rule}"`, 'g'))).toHaveLength(1);
  }
});

test('a failed rule says what was expected, what was there, who must do what, and shows the exchange', () => {
  const rule = ruleIn(eventful, 'PAG-2');
  expect(rule).toContain('<code>/pagination/pageSize</code> of <code>GET /products?page=1</code>');
  expect(rule).toContain('<b>Impact on partners</b> A partner that reads a list page by page misses records');
  expect(rule).toContain('<dt>Expected</dt><dd><mark>50</mark></dd>');
  expect(rule).toContain('<dt>Actual</dt><dd><mark>51</mark></dd>');
  expect(rule).toContain('correct <code>GET /products</code>');
  expect(rule).toContain('stable: failed every time, 4 of 4');
  expect(rule).toContain('<span class="marked"><i>    &quot;pageSize&quot;: </i>51</span>');
  expect(rule).toContain('curl -sS -i -g --path-as-is &#39;https://partners.example/products?page=1&#39;');
});

test('a broken property says what was drawn and how to repeat it', () => {
  const rule = ruleIn(eventful, 'LAW-3');
  expect(rule).toContain('[&quot;2026-02-29&quot;]');
  expect(rule).toContain('selo run --rule LAW-3 --seed 42 --path 2:1:0');
});

test('a delivery that decided stands in the page, and not again in the evidence', () => {
  const rule = ruleIn(eventful, 'DLV-10');
  expect(rule).toContain('The delivery that shows it');
  expect(rule).not.toContain('data-evidence');
});

test('rules that were not judged stand under their reason, each reason once with what to do', () => {
  expect(eventful.match(/<h3>not-declared: second company: a second entry in companies <small>2</g)).toHaveLength(1);
  expect(eventful).toContain('the profile&#39;s owner: add what the reason names to the profile, then run again');
});

test('waivers, and what is left behind, are reported', () => {
  expect(eventful).toContain('its rule passes now: remove it from the profile');
  expect(eventful).toContain('until 2027-01-01: agreed until the new paging is out');
  expect(eventful).toContain('3 records of this run found, 2 removed and confirmed to be gone, 1 left.');
});

test('a section that is not in the catalogue keeps its name', () => {
  expect(runPage(sampleResult([sampleVerdict({ section: 'of-another-version' })]))).toContain('of-another-version</a>');
});

test('ids are unique', () => {
  const ids = [...eventful.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the page asks for nothing, and its policy allows only its own styles and its own script', () => {
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(eventful) ?? [];
  const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const styles = [...eventful.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => hash(text));
  const scripts = [...eventful.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => hash(text));
  expect(styles).toHaveLength(2);
  expect(scripts).toHaveLength(1);
  expect(policy).toBe(
    `default-src 'none'; script-src ${scripts[0]}; style-src ${styles.join(' ')}; base-uri 'none'; form-action 'none'`,
  );
  const ours = eventful.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  expect(ours).not.toMatch(/<link|<img|<iframe|<object|<image|<use|@import|url\(/i);
  expect(ours).not.toMatch(/ (src|srcset|action|xlink:href|style|on\w+)=/i);
  for (const [, address = ''] of ours.matchAll(/ href="([^"]*)"/g)) expect(address).toMatch(/^#/);
});

test.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'></title></style><svg onload=alert(1)>",
  '\u001b[31mred\u202egnp.exe\u0000\ufffd\ud800',
])('whatever a target says stays text: %j', (hostile) => {
  const page = runPage(hostileResult(hostile));
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).not.toMatch(/<script>alert|<img|onload=alert\(1\)>/i);
  const ours = page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  expect(ours.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u{202e}]/u);
  expect(page.match(/<\/style>/g)).toHaveLength(2);
  expect(page.match(/<\/title>/g)?.length).toBe(page.match(/<title/g)?.length);
});

test('a body of five megabytes is cut, and says how long it is', () => {
  const body = '\ufffd'.repeat(5_000_000);
  const page = runPage(hostileResult('x', body));
  expect(page).toContain('… 5000000 characters in all');
  expect(page.length).toBeLessThan(1_000_000);
});

test('three hundred failures on lists of fifty records stay under five megabytes', () => {
  const records = (list: number): string =>
    Array.from(
      { length: 50 },
      (_, index) => `{"id":"${list}-${index}","name":"Coat","price":${list},"labels":[]}`,
    ).join();
  const verdicts = Array.from({ length: 300 }, (_, index) =>
    sampleFailure({
      rule: `PAG-${index}`,
      violation: { pointer: '/data/40/price', expected: '1', actual: '2', exchange: 7 },
      exchanges: [sampleExchange({}, { text: `{"data":[${records(index)}]}` })],
    }),
  );
  const page = runPage(sampleResult(verdicts));
  expect(page.length).toBeLessThan(5_000_000);
  expect(ruleIn(page, 'PAG-7')).toContain('<span class="marked"><i>      &quot;price&quot;: </i>7,</span>');
});

test('no figure is no number', () => {
  for (const page of [eventful, runPage(sampleResult([]))]) {
    expect(page.replace(/<(script|style)[\s>][\s\S]*?<\/\1>/g, '')).not.toMatch(/NaN|Infinity|undefined|\[object/);
  }
});

test('an exchange that two rules show is kept once', () => {
  const listed = (text: string) => sampleExchange({}, { text });
  const rules = (texts: readonly string[]) =>
    sampleResult(texts.map((text, index) => sampleVerdict({ rule: `PAG-${index}`, exchanges: [listed(text)] })));
  const random = (seed: number): string =>
    Array.from({ length: 400 }, (_, index) => createHash('sha256').update(`${seed} ${index}`).digest('hex')).join('');
  const [first, second] = [random(1), random(2)];
  const [one, same, other] = [[first], [first, first], [first, second]].map((texts) => runPage(rules(texts)).length);
  expect((same ?? 0) - (one ?? 0)).toBeLessThan(5_000);
  expect((other ?? 0) - (one ?? 0)).toBeGreaterThan(15_000);
});

/** A run whose rules each show an exchange that is like no other, and hardly to be compressed. */
const bulkyResult = (rules: number, bytesOfEach: number, change: (index: number) => SampleChanges) =>
  sampleResult(
    Array.from({ length: rules }, (_, index) => {
      const text = JSON.stringify(
        Array.from({ length: bytesOfEach / 1000 }, () => randomBytes(750).toString('base64')),
      );
      return sampleVerdict({ rule: `PAG-${index}`, exchanges: [sampleExchange({}, { text })], ...change(index) });
    }),
  );

test('what is too much for a page is left out of it, the evidence of failures last, and the page says how much', () => {
  const failure = {
    outcome: 'fail',
    violation: { pointer: 'status', expected: '1', actual: '2', exchange: 7 },
  } as const;
  const page = runPage(bulkyResult(300, 42_000, (index) => (index >= 290 ? failure : {})));
  expect(Buffer.byteLength(page)).toBeLessThan(10_000_000);
  expect(Buffer.byteLength(page)).toBeGreaterThan(8_000_000);
  const [, leftOut, pieces] = /id="left-out">.* (\d+) of (\d+) pieces of evidence are left out/.exec(page) ?? [];
  expect(pieces).toBe('600');
  expect(Number(leftOut)).toBeGreaterThan(100);
  for (const rule of ['PAG-290', 'PAG-299']) {
    const [, block] = /data-evidence="(\d+)\./.exec(ruleIn(page, rule)) ?? [];
    expect(page).toContain(`id="block-${block}"`);
  }
  expect(eventful).not.toContain('left-out');
});

test('where failures are too many for the first view, each stays whole below it', () => {
  const longLines = { text: JSON.stringify(Array.from({ length: 60 }, () => 'é'.repeat(1_900))) };
  const verdicts = Array.from({ length: 300 }, (_, index) =>
    sampleFailure({ rule: `PAG-${index}`, exchanges: [sampleExchange({}, longLines)] }),
  );
  const page = runPage(sampleResult(verdicts));
  expect(Buffer.byteLength(page)).toBeLessThan(10_000_000);
  expect(ruleIn(page, 'PAG-0')).toContain('The exchange that shows it');
  expect(ruleIn(page, 'PAG-299')).toContain(
    'The deciding evidence is left out here to keep the page small; it is below',
  );
  expect(ruleIn(page, 'PAG-299')).toContain('1 exchange</small></h3><div class="evidence" data-evidence="');
});

test.each([
  [59_940, '59.9 s'],
  [59_970, '1 min 0 s'],
  [119_700, '2 min 0 s'],
  [3_725_000, '62 min 5 s'],
])('the header says how long a run of %i ms took', (ms, said) => {
  const sample = sampleResult();
  const endedAt = new Date(Date.parse(sample.run.startedAt) + ms).toISOString();
  const page = runPage({ ...sample, run: { ...sample.run, endedAt } });
  expect(/requests in (.+?) ·/.exec(page)?.[1]).toBe(said);
});
