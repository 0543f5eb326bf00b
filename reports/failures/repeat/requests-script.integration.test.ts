import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampleExchange, sampleFailedProperty, sampleResult } from '../../test-samples.ts';
import { requestsScript } from './requests-script.ts';

/** Runs a script with a curl that prints its address. */
const ranWith = (script: string, env: Record<string, string>) =>
  spawnSync(
    'bash',
    ['-c', `curl() { for word in "$@"; do case $word in http*) echo "$word";; esac; done; }\n${script}`],
    {
      encoding: 'utf8',
      env,
    },
  );

test('bash sends every request, and none while a secret is missing', () => {
  const exchanges = ['/a', '/b'].map((path) => sampleExchange({ headers: { authorization: 'Bearer «TOKEN»' }, path }));
  const verdict = sampleFailedProperty({ exchanges });
  const script = requestsScript(sampleResult([verdict]), verdict);
  expect(ranWith(script, { TOKEN: 't' }).stdout.match(/https.*/g)).toEqual([
    'https://partners.example/a',
    'https://partners.example/b',
  ]);
  const { stdout, stderr, status } = ranWith(script, {});
  expect(stdout).not.toContain('https');
  expect(stderr).toContain('TOKEN: unbound variable');
  expect(status).not.toBe(0);
});
