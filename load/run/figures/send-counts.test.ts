import { expect, test } from 'vitest';
import { outputsForCounts } from './send-counts.ts';

test.each<[what: string, given: string[], environment: NodeJS.ProcessEnv, able: string[]]>([
  ['none where there are none', [], {}, []],
  [
    'those that take more than one run',
    ['experimental-prometheus-rw', 'opentelemetry'],
    {},
    ['experimental-prometheus-rw', 'opentelemetry'],
  ],
  ['no file, which would be overwritten', ['json=/tmp/x.json', 'csv', 'influxdb=http://x'], {}, ['influxdb=http://x']],
  ['no test run in the cloud and no page', ['cloud', 'web-dashboard=port=1'], {}, []],
  ['those of K6_OUT where no flag names any', [], { K6_OUT: 'json=x,statsd' }, ['statsd']],
  ['those of the flags, which k6 prefers', ['statsd'], { K6_OUT: 'influxdb' }, ['statsd']],
])('the counts go to %s', (_, given, environment, able) => {
  expect(outputsForCounts(given, environment)).toEqual(able);
});
