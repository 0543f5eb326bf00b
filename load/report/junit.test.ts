import { expect, test } from 'vitest';
import type { GateReason } from '../../core/load-result.ts';
import { loadJunit } from './junit.ts';
import { sampleFailingLoadResult, sampleLoadResult } from './test-load-result.ts';

const withReasons = (...reasons: GateReason[]): string =>
  loadJunit(sampleLoadResult({}, { gate: { verdict: 'fail', message: 'fail', reasons } }));

test('the verdict and each step have a suite, and each subject a test case', () => {
  const xml = loadJunit(sampleFailingLoadResult());
  expect(xml).toContain('<testsuites name="selo load" tests="5" failures="2" errors="0" skipped="2">');
  const suites = [...xml.matchAll(/<testsuite name="(\w+)"[^>]* tests="(\d)"/g)].map(([, name, tests]) => [
    name,
    tests,
  ]);
  expect(suites).toEqual([
    ['gate', '1'],
    ['validity', '1'],
    ['correctness', '1'],
    ['objectives', '1'],
    ['comparison', '1'],
  ]);
});

test('every test case has a time', () => {
  const xml = loadJunit(sampleFailingLoadResult());
  expect(xml.match(/<testcase [^>]*time="[\d.]+"/g)).toHaveLength(5);
});

test('a reason of validity is an error, not a failure', () => {
  const xml = withReasons({
    step: 'validity',
    outcome: 'fail',
    text: '31 journeys were dropped',
    advice: 'slow down',
  });
  expect(xml).toMatch(/tests="2" failures="1" errors="1" skipped="0"/);
  expect(xml).toContain('to do: slow down');
});

test('an unverified reason is skipped with its text', () => {
  const xml = withReasons({ step: 'comparison', outcome: 'unverified', text: 'no baseline was given' });
  expect(xml).toMatch(/tests="2" failures="1" errors="0" skipped="1"/);
  expect(xml).toContain('<property name="reason" value="no baseline was given"/>');
});

test.each(['fail', 'invalid', 'inconclusive'] as const)('the verdict %s never passes', (verdict) => {
  const xml = loadJunit(sampleLoadResult({}, { gate: { verdict, message: `${verdict}: why`, reasons: [] } }));
  expect(xml).toMatch(verdict === 'invalid' ? /failures="0" errors="1"/ : /failures="1" errors="0"/);
});

test('the names of test cases contain no figures of the run', () => {
  const namesOf = (text: string): string[] =>
    [
      ...withReasons({ step: 'correctness', outcome: 'pass', text }).matchAll(/<testcase [^>]*?name="([^"]*)"/g),
    ].flatMap(([, name]) => name ?? []);
  expect(namesOf('nothing went wrong with 100 orders')).toEqual(namesOf('nothing went wrong with 2,000 orders'));
  expect(namesOf('x')).toHaveLength(2);
});

test('the file is well-formed for any text of a target', () => {
  const hostile = ']]><x a="b">&\u0000\u001b[31m\ud800\uffff\u202e';
  const result = sampleLoadResult();
  const xml = loadJunit({
    ...result,
    target: { ...result.target, name: hostile },
    gate: {
      ...result.gate,
      reasons: (['pass', 'fail', 'unverified'] as const).map((outcome) => ({
        step: 'correctness' as const,
        outcome,
        text: hostile,
        advice: hostile,
      })),
    },
  });
  expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
  expect(xml).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  const withoutData = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
  expect(withoutData).not.toContain('<x');
  expect(withoutData).not.toContain(']]>');
  expect(withoutData).not.toMatch(/&(?!(amp|lt|gt|quot|apos|#x?[0-9A-F]+);)/i);
});
