import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { runSelo } from './run/selo-process.ts';

describe('selo', () => {
  test.each([
    [['blah'], /unknown command 'blah'/],
    [['constructor'], /unknown command 'constructor'/],
    [['run', '--blah'], /unknown option '--blah'/],
    [['run', '--depth', 'deep'], /Allowed choices are quick, full/],
    [['run', '--seed', 'x'], /Expected a whole number from 0/],
    [['run', '--section', 'nope'], /There is no section nope\. The sections are: .*pagination/],
    [['run', '--rule', 'PAG-999'], /There is no rule PAG-999\. Did you mean PAG-/],
    [['run', '--base-url', 'http://127.0.0.1:1'], /selo init/],
    [['run', '--profile', '/nowhere/at-all.json'], /\/nowhere\/at-all\.json/],
    [['run', '--rerun-failed', '--out', '/nowhere/at-all'], /needs an earlier run/],
    [['run', '--path', '3:x'], /Expected numbers with colons between them, such as 3:1:0/],
    [['run', '--path', '99999999'], /Expected numbers with colons/],
    [['run', '--path', '3:1', '--seed', '7'], /--path 3:1 repeats a drawn case of one property: .*--rule/],
    [['run', '--path', '3:1', '--seed', '7', '--rule', 'PAG-2'], /repeats a drawn case of one property/],
    [['run', '--path', '3:1', '--seed', '7', '--rule', 'LAW-21', 'PAG-2'], /repeats a drawn case of one property/],
    [['run', '--path', '3:1', '--rule', 'LAW-21'], /name it with --seed/],
    [['run', '--path', '3:1', '--seed', '7', '--rerun-failed'], /cannot be used with option '--rerun-failed'/],
    [['run', '--path', '3:99999', '--seed', '7', '--rule', 'LAW-21'], /leads to no case of LAW-21 with seed 7/],
    [['explain', 'PAG-999'], /There is no rule PAG-999/],
    [['explain', 'PART-999'], /There is no obligation PART-999: docs\/obligations.md lists all \d+/],
    [['rules', '--json', '--markdown'], /cannot be used with/],
    [['keys', 'trust'], /missing required argument/],
    [['certify', 'doctor', '--foo'], /unknown option '--foo'/],
    [['certify', 'init', '--language', 'ruby'], /Allowed choices are/],
    [['certify', 'init', '--capabilities', 'mark-used'], /--capabilities mark-used: "mark-used" needs coupons to mark/],
  ])('selo %j ends with exit 2, one message and no stack', async (args, message) => {
    const { code, stdout, stderr } = await runSelo(args, { cwd: tmpdir() });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('help names every command and ends with exit 0', async () => {
    const { code, stdout } = await runSelo(['--help']);
    for (const command of ['run', 'doctor', 'init', 'platform', 'capture', 'rules', 'explain']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}\\b`, 'm'));
    }
    expect(code).toBe(0);
  });

  test('an obligation of a partner is explained with its level, and with the sentences behind it', async () => {
    const { code, stdout } = await runSelo(['explain', 'part-12']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PART-12 {2}A stored order.*\n\n {2}level +should: the document does not say/);
    expect(stdout).toMatch(/S124 \S.*\n +S121 `POST \/orders`/);
    expect(stdout).toMatch(/for +partners that declare orders/);
  });

  test('a rule is explained with what it needs and how to run it alone', async () => {
    const { code, stdout } = await runSelo(['explain', 'pag-2']);
    expect(stdout).toMatch(/^PAG-2 {2}`pageSize` 1–50 is accepted/);
    expect(stdout).toMatch(/document +S101 {2}`pageSize` is a required integer from 1 to 50/);
    expect(stdout).toMatch(/how +GET \/products\?\S*pageSize=1 → 200; expects status: 200/);
    expect(stdout).toMatch(/example +GET \/products\S*\n +→ 200\n +\{\n +"pagination": /);
    expect(stdout).toContain('the platform serves 51 records a page');
    expect(stdout).toMatch(/related +LAW-\d+|PAG-\d+/);
    expect(stdout).toContain('selo run --rule PAG-2');
    expect(code).toBe(0);
  });

  test('an explanation as JSON has the notifications and every list whole', async () => {
    const { code, stdout } = await runSelo(['explain', 'DLV-12', '--json']);
    expect(code).toBe(0);
    const explanation = JSON.parse(stdout);
    expect(explanation).toMatchObject({ id: 'DLV-12', level: 'must', needs: expect.arrayContaining(['webhooks']) });
    expect(explanation.statements[0]).toEqual({ id: 'S177', sentence: expect.stringContaining('count as failure') });
    expect(explanation.tried.steps).toContain('PUT /orders/:id → 200');
    expect(explanation.tried.steps.at(-1)).toMatch(/^notifications of an order → \d+ attempts; expects /);
    expect(explanation.tried.example).toMatchObject({ status: 200, body: { customer: {} } });
    expect(explanation.causes).toContain('gives up at 410');
    expect(explanation.related.length).toBeGreaterThan(10);
  });

  test('a property is explained with the rules that it stands for, its cases and how to repeat one', async () => {
    const { code, stdout } = await runSelo(['explain', 'law-21']);
    expect(stdout).toMatch(/stands for +[A-Z]+-\d+ {2}\w/);
    expect(stdout).toMatch(/judged +on \d+ drawn cases at quick depth, on \d+ at full/);
    expect(stdout).toContain('selo run --rule LAW-21 --seed N --path P');
    expect(code).toBe(0);
  });

  test('the catalogue lists the rules of a section', async () => {
    const { stdout } = await runSelo(['rules', '--section', 'pagination', '--json']);
    const listed: unknown = JSON.parse(stdout);
    expect(listed).toContainEqual(expect.objectContaining({ id: 'PAG-3', section: 'pagination', level: 'must' }));
  });
});
