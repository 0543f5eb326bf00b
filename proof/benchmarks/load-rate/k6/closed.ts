import type { Options } from 'k6/options';

/** A given number of journeys by a few users, as fast as they can; the tags are those of load runs. */
export const closed: Options = {
  scenarios: {
    measure: {
      executor: 'shared-iterations',
      exec: 'journey',
      vus: 10,
      iterations: Number(__ENV.SELO_JOURNEYS),
      maxDuration: '60s',
    },
  },
  systemTags: ['name', 'method', 'status', 'scenario', 'expected_response', 'error_code'],
};
