import { expect, test } from 'vitest';
import { judgePartner } from '../../suites/partner/judge.ts';
import { exampleShop, playWith } from './example-session.ts';

/** The ids of what a session found not to be kept. */
const brokenIn = async (env: Record<string, string>, only: string[]): Promise<string[]> => {
  const { ended, endedBy, record } = await playWith(await exampleShop(env), { only });
  expect([ended, endedBy]).toEqual(['complete', undefined]);
  return judgePartner(record).flatMap(({ id, outcome }) => (outcome === 'broken' || outcome === 'remark' ? [id] : []));
};

test('a correct partner is played through every scenario, and keeps whatever it is asked', {
  timeout: 120_000,
}, async () => {
  const { ended, scenarios, record } = await playWith(await exampleShop());
  expect(ended).toBe('complete');
  expect(scenarios.filter(({ outcome }) => outcome !== 'played')).toEqual([]);
  expect(record.actions.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
  const verdicts = judgePartner(record);
  expect(verdicts.filter(({ outcome }) => outcome === 'broken' || outcome === 'remark')).toEqual([]);
  expect(verdicts.filter(({ outcome }) => outcome === 'kept').length).toBeGreaterThan(90);
});

test('what it is not declared to do is not asked of it', { timeout: 60_000 }, async () => {
  const partner = await exampleShop();
  const { scenarios, record } = await playWith(
    { ...partner, capabilities: ['orders'] },
    { only: ['order', 'cart', 'notified'] },
  );
  const outcomes = Object.fromEntries(scenarios.map(({ name, outcome }) => [name, outcome]));
  expect(outcomes).toMatchObject({
    notified: 'not declared',
    order: 'played',
    cart: 'not declared',
    repeat: 'not played',
  });
  expect(record.calls.some(({ path }) => path.includes('carts'))).toBe(false);
});

test('a mistake is found by what it breaks', { timeout: 60_000 }, async () => {
  expect(await brokenIn({}, ['order'])).toEqual([]);
  expect(await brokenIn({ SHOP_FAULT: 'cancelled with two Ls' }, ['order'])).not.toEqual([]);
});

test('a partner that ends in mid-session leaves a record, and the reason', { timeout: 60_000 }, async () => {
  const partner = await exampleShop();
  const leaving = `import(${JSON.stringify(partner.start?.args[0])}); setTimeout(() => { console.error('out of memory'); process.exit(7); }, 1500)`;
  const { ended, endedBy, record, scenarios } = await playWith({
    ...partner,
    start: { command: 'node', args: ['--input-type=module', '-e', leaving], env: partner.start?.env ?? {} },
  });
  expect([ended, endedBy]).toEqual([
    'incomplete',
    expect.stringMatching(/exit code 7.*out of memory|did not say|failed/),
  ]);
  expect(record.calls.length).toBeGreaterThan(0);
  expect(scenarios.some(({ outcome }) => outcome === 'not played')).toBe(true);
});

test('a partner that cannot be started is told', { timeout: 60_000 }, async () => {
  const partner = await exampleShop();
  const { ended, endedBy } = await playWith({
    ...partner,
    start: { command: 'node', args: ['-e', 'console.error("no such setting"); process.exit(3)'], env: {} },
  });
  expect([ended, endedBy]).toEqual(['incomplete', expect.stringMatching(/exit code 3: no such setting/)]);
});

test('an interrupted session is incomplete', { timeout: 60_000 }, async () => {
  const interrupt = new AbortController();
  const { endedBy } = await playWith(await exampleShop(), {
    signal: interrupt.signal,
    onScenario: (_, number) => number === 3 && interrupt.abort(),
  });
  expect(endedBy).toMatch(/interrupted by its user/);
});

test('a partner that is only observed is judged by what it does by itself', { timeout: 60_000 }, async () => {
  const partner = await exampleShop();
  const hooks = partner.triggers?.kind === 'http' ? partner.triggers.url : '';
  const post = (action: string) =>
    fetch(`${hooks}/${action}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
      ({ status }) => status,
      () => 0,
    );
  const observed = playWith(partner, { observeMs: 3_000 });
  await expect.poll(() => post('idle'), { timeout: 10_000 }).toBe(200);
  await post('register-webhook');
  await post('idle');
  await post('create-order');
  const { kind, ended, scenarios, record } = await observed;
  expect([kind, ended, scenarios, record.actions]).toEqual(['observed', 'complete', [], []]);
  expect(record.attempts.length).toBe(1);
  const verdicts = judgePartner(record);
  expect(verdicts.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(verdicts.find(({ id }) => id === 'PART-9')).toMatchObject({ outcome: 'kept' });
});
