import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';

interface Admitted {
  /** The header that is missing or wrong. */
  header: 'service-access' | 'authorization';
  /** With what status the platform refuses such a call. */
  refusal: number;
  fits(call: Call): boolean;
  /** Whether the caller gets the outcome, or is refused all the same. */
  shows: 'outcome' | 'refusal';
}

/** Calls that were refused for a header are carried out with every value of it that was admitted before. */
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

/** The calls that fit are answered before anything else is looked at. */
export const answeredFirst =
  (fits: (call: Call) => boolean, answerTo: (call: Call) => Answer): Wrap =>
  (handle) =>
  (call) =>
    fits(call) ? answerTo(call) : handle(call);

/** Calls without the second header that fit are refused by the API. */
export const refusedByApi = (fits: (call: Call) => boolean, status: number, message: unknown): Wrap =>
  answeredFirst(
    (call) => call.headers['service-access'] === undefined && fits(call),
    () => ({ status, body: { message } }),
  );
