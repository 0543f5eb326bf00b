import http from 'k6/http';
import type { Options } from 'k6/options';

/** Runs a number of journeys by a few users, as fast as they can; the tags are those of load runs. */
export const measured: Options = {
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

/** Shows the measuring process that the requests begin, or that they have ended. */
export const mark = (): void => {
  http.get(__ENV.SELO_MARKS ?? '', { tags: { name: 'mark' } });
};

export const summarize = (data: unknown): Record<string, string> => ({ stdout: JSON.stringify(data) });
