import { expect, test } from 'vitest';
import { sampleFailedProperty, sampleFailure, sampleResult, sampleVerdict } from '../test-samples.ts';
import { junitOf } from './junit.ts';

/** Throws where the text is no well-formed XML: illegal characters, bare markup, tags that do not nest. */
const requireWellFormed = (xml: string): void => {
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  const withoutData = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '').replace(/^<\?xml[^?]*\?>/, '');
  const open: string[] = [];
  const rest = withoutData.replace(
    /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, closing: string, name: string, _attributes: string, empty: string) => {
      if (closing) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest).not.toMatch(/[<>]/);
  expect(withoutData).not.toMatch(/&(?!(amp|lt|gt|quot|apos|#x?[0-9A-F]+);)/i);
};

test('a test case a rule, its section as class', () => {
  const xml = junitOf(sampleResult([sampleVerdict(), sampleVerdict({ rule: 'DATE-1', section: 'dates', text: 'x' })]));
  expect(xml).toContain('<testcase classname="pagination" name="PAG-2 Sizes from 1 to 50 are served" time="0.04">');
  expect(xml).toContain('<testcase classname="dates" name="DATE-1 x"');
  expect(xml).toMatch(/<testsuites name="selo" tests="2" failures="0" errors="0" skipped="0">/);
});

test('a failure carries its text, an unverified rule is skipped with its reason, a warning passes', () => {
  const xml = junitOf(
    sampleResult([
      sampleFailure(),
      sampleVerdict({ rule: 'PAG-3', outcome: 'unverified', cause: 'not-declared', reason: 'declare products' }),
      sampleFailure({ rule: 'PAG-4', outcome: 'warn', level: 'should' }),
      sampleVerdict({ rule: 'PAG-5', outcome: 'error', reason: 'broken' }),
    ]),
  );
  expect(xml).toMatch(/tests="4" failures="1" errors="1" skipped="1"/);
  expect(xml).toContain('message="expected: `GET /products?page=1` answers 422; got: it answers 200"');
  expect(xml).toContain('to do     the platform team');
  expect(xml).toContain('not-declared: declare products');
  expect(xml).toContain('<property name="outcome" value="warn"/>');
});

test('a rule that was not judged says why where readers look: in the message and in the text of its element', () => {
  const reason = 'declare <products>';
  const xml = junitOf(sampleResult([sampleVerdict({ outcome: 'unverified', cause: 'not-declared', reason })]));
  expect(xml).toContain(
    '<skipped message="not-declared: declare &lt;products>">not-declared: declare &lt;products&gt;\n',
  );
  expect(xml).toContain(
    "to do: the profile's owner: add what the reason names to the profile, then run again</skipped>",
  );
});

test('a property shows its cases, and a broken one what was drawn, its path and how to repeat it', () => {
  const held = sampleVerdict({ rule: 'LAW-1', search: { seed: 42, cases: 12, planned: 25, endedBy: 'time' } });
  const xml = junitOf(sampleResult([held, sampleFailedProperty()]));
  expect(xml).toContain('<property name="cases" value="12 of 25 cases: the time was over"/>');
  expect(xml).toContain('<property name="cases" value="5 of 25"/>');
  expect(xml).toContain('<property name="path" value="2:1:0"/>');
  expect(xml).toContain('<property name="drawn" value="[&quot;2026-02-29&quot;]"/>');
  expect(xml).toContain('selo run --rule LAW-3 --seed 42 --path 2:1:0');
});

test('a waived failure passes and says why', () => {
  const waivers = [{ rule: 'PAG-2', reason: 'agreed', until: '2027-01-31', state: 'applied' as const }];
  const xml = junitOf(sampleResult([sampleFailure()], { waivers }));
  expect(xml).toMatch(/failures="0"/);
  expect(xml).toContain('<property name="waived" value="until 2027-01-31: agreed"/>');
});

test('faults of the run as a whole are errors, so that no reader sees green', () => {
  expect(junitOf(sampleResult([], { faults: ['the engine did not run'] }))).toMatch(
    /tests="1" failures="0" errors="1"/,
  );
});

test('whatever a target answers, the file is well-formed', () => {
  const hostile = ']]> ]]> <a b="c">&amp; & \u0000\u001b[31m\ud800 \uffff "\'';
  const verdict = sampleFailure({
    violation: { pointer: hostile, expected: hostile, actual: hostile },
    text: hostile,
    source: hostile,
  });
  const counterexample = { path: '0', drawn: hostile, shrinks: 0, isSmallest: true };
  const property = sampleFailedProperty({ search: { seed: 42, cases: 1, planned: 8, counterexample } });
  const error = sampleVerdict({ outcome: 'error', reason: hostile });
  const skipped = sampleVerdict({ outcome: 'unverified', cause: 'unavailable', reason: hostile });
  requireWellFormed(junitOf(sampleResult([verdict, property, error, skipped], { faults: [hostile] })));
});
