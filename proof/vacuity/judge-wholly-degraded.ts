import type { Answer, Handle } from '../../platform/http/call.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { type Degradation, degradations, type WireAnswer } from './degraded-answers.ts';

const onTheWire = ({ status, headers = {}, body }: Answer): WireAnswer => {
  const json = { 'content-type': 'application/json', ...headers };
  if (body === undefined) return { status, headers, text: '' };
  return typeof body === 'string'
    ? { status, headers, text: body }
    : { status, headers: json, text: JSON.stringify(body) };
};

/** The ids of all rules that pass on a platform that degrades every answer. */
export const passingOn = async (form: Degradation): Promise<string[]> => {
  const wrap =
    (handle: Handle): Handle =>
    async (call) => {
      const { status, headers, text } = degradations[form](onTheWire(await handle(call)), call.method);
      return { status, headers, body: text };
    };
  const verdicts = await judgeSimulated({ seed: 1, depth: 'full', platform: { wrap } });
  return verdicts.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule);
};
