import { K6Error } from '../load/k6/k6-error.ts';
import { provideK6 } from '../load/k6/provide-k6.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// before the tests, which would each wait for it
try {
  const { path, version } = await provideK6({ say });
  say(`k6 ${version}: ${path}`);
} catch (error) {
  if (!(error instanceof K6Error)) throw error;
  say(error.message);
  process.exitCode = 1;
}
