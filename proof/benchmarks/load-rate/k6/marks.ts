import http from 'k6/http';

const url = __ENV.SELO_MARKS ?? '';

/** Shows the measuring process that the requests begin, or that they have ended. */
export const mark = (): void => {
  http.get(url, { tags: { name: 'mark' } });
};
