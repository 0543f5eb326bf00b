import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';

interface Admitted {
  /** The header that is missing or wrong. */
  header: 'service-access' | 'authorization';
  /** The status with which the platform refuses such a request. */
  refusal: number;
  fits(call: Call): boolean;
  /** Whether the caller sees the outcome or the refusal. */
  shows: 'outcome' | 'refusal';
}

/** Carries out requests that were refused for a header, with every value of it that was admitted before. */
export const admittedAnyway =
  ({ header, refusal, fits, shows }: Admitted): Wrap =>
  (handle) => {
    const known = new Set<string>();
    return async (call) => {
      const answer = await handle(call);
      const sent = call.headers[header];
      if (answer.status !== refusal) {
        if (typeof sent === 'string') known.add(sent);
        return answer;
      }
      if (!fits(call)) return answer;
      let outcome = answer;
      for (const value of known) {
        const carriedOut = await handle({ ...call, headers: { ...call.headers, [header]: value } });
        if (carriedOut.status < 300) outcome = carriedOut;
      }
      return shows === 'outcome' ? outcome : answer;
    };
  };

/** Answers matching requests before any check. */
export const answeredFirst =
  (fits: (call: Call) => boolean, answerTo: (call: Call) => Answer): Wrap =>
  (handle) =>
  (call) =>
    fits(call) ? answerTo(call) : handle(call);

/** The API, not the edge, refuses matching requests without the second header. */
export const refusedByApi = (fits: (call: Call) => boolean, status: number, message: unknown): Wrap =>
  answeredFirst(
    (call) => call.headers['service-access'] === undefined && fits(call),
    () => ({ status, body: { message } }),
  );
