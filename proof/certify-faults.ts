import PQueue from 'p-queue';
import { exampleShop, playWith } from '../certify/session/example-session.ts';
import { faults } from '../examples/shop/faults.ts';
import { variants } from '../examples/shop/variants.ts';
import { judgePartner } from '../suites/partner/judge.ts';

// Certifies every faulty twin of the example shop and every one that is legally different: each fault must break an
// obligation, and no legal way of being different may. An argument narrows it to names that contain it.
const [only = ''] = process.argv.slice(2);
/** Sessions mostly wait, so more of them than cores go on at a time. */
const atOnce = 6;
const timeScale = 0.02;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** What a shop was found not to keep, or why that could not be told. */
const found = async (env: Record<string, string>): Promise<{ broken: string[]; endedBy: string | undefined }> => {
  const { record, endedBy } = await playWith(await exampleShop(env), { timeScale });
  const broken = judgePartner(record).flatMap(({ id, outcome }) =>
    outcome === 'broken' || outcome === 'remark' ? [id] : [],
  );
  return { broken, endedBy };
};

const startedMs = performance.now();
const queue = new PQueue({ concurrency: atOnce });
let failed = 0;
let passed = 0;
const tell = (isGood: boolean, name: string, { broken, endedBy }: Awaited<ReturnType<typeof found>>): void => {
  if (isGood) passed += 1;
  else failed += 1;
  const ended = endedBy === undefined ? '' : ` · incomplete: ${endedBy}`;
  say(`${isGood ? '✓' : '✗'} ${name} · ${broken.length === 0 ? 'nothing' : broken.join(', ')}${ended}`);
};
for (const name of Object.keys(faults).filter((each) => each.includes(only))) {
  void queue.add(async () => {
    const outcome = await found({ SHOP_FAULT: name });
    tell(outcome.broken.length > 0, name, outcome);
  });
}
for (const name of Object.keys(variants).filter((each) => each.includes(only))) {
  void queue.add(async () => {
    const outcome = await found({ SHOP_VARIANT: name });
    tell(outcome.broken.length === 0 && outcome.endedBy === undefined, `legal: ${name}`, outcome);
  });
}
await queue.onIdle();
say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
