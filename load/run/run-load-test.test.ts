import { expect, test } from 'vitest';
import { outputsForCounts } from './run-load-test.ts';

test.each<[what: string, given: string[], environment: NodeJS.ProcessEnv, able: string[]]>([
  ['no outputs if there are none', [], {}, []],
  [
    'outputs that take several runs',
    ['experimental-prometheus-rw', 'opentelemetry'],
    {},
    ['experimental-prometheus-rw', 'opentelemetry'],
  ],
  ['no file that would be overwritten', ['json=/tmp/x.json', 'csv', 'influxdb=http://x'], {}, ['influxdb=http://x']],
  ['neither the cloud nor the page', ['cloud', 'web-dashboard=port=1'], {}, []],
  ['the outputs of K6_OUT if there is no flag', [], { K6_OUT: 'json=x,statsd' }, ['statsd']],
  ['the outputs of the flags, which k6 prefers', ['statsd'], { K6_OUT: 'influxdb' }, ['statsd']],
])('the counts are sent to %s', (_, given, environment, able) => {
  expect(outputsForCounts(given, environment)).toEqual(able);
});
