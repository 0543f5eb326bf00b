import type { Options } from 'k6/options';
import { expect, test } from 'vitest';
import { withOwnOptions } from './own-options.ts';

const planned: Options = { scenarios: {}, tags: { testid: 'r' }, systemTags: ['name'] };

test('thresholds and other options that do not change the load are kept', () => {
  const own: Options = {
    thresholds: { http_req_duration: ['p(95)<500'] },
    noConnectionReuse: true,
    tags: { team: 'shop', testid: 'mine' },
    systemTags: ['name', 'proto'],
  };
  expect(withOwnOptions(planned, own)).toEqual({
    scenarios: {},
    thresholds: { http_req_duration: ['p(95)<500'] },
    noConnectionReuse: true,
    // dashboards find the run by it
    tags: { team: 'shop', testid: 'r' },
    systemTags: ['name', 'proto'],
  });
});

test.each<[string, Options]>([
  ['scenarios', { scenarios: {} }],
  ['vus', { vus: 10 }],
  ['stages', { stages: [{ target: 1, duration: '1s' }] }],
  ['rps', { rps: 5 }],
  ['minIterationDuration', { minIterationDuration: '1s' }],
  ['discardResponseBodies', { discardResponseBodies: true }],
])('the option %s is refused with advice', (name, own) => {
  expect(() => withOwnOptions(planned, own)).toThrow(
    `options.${name} of the script would change the planned load. Remove it, and plan the load with --shape`,
  );
});
