import type { StoredExchange } from '../core/exchange.ts';
import type { Result } from '../core/result.ts';
import {
  sampleAttempt,
  sampleExchange,
  sampleFailedProperty,
  sampleFailure,
  sampleResult,
  sampleVerdict,
} from './test-samples.ts';

/** A result with a text in every place that a target, profile or partner can write to. */
export const hostileResult = (text: string, body = text): Result => {
  const request = {
    method: text,
    path: `/orders?q=${text}`,
    headers: { [text]: text, 'content-type': text },
    body: text,
  };
  const exchange = {
    ...sampleExchange(request, { text: body }),
    headers: { [text]: text, location: text, 'content-type': text },
    assertions: [{ pointer: text, expected: text, actual: text, held: false }],
  };
  const lost: StoredExchange = {
    number: 8,
    by: 'PAG-4',
    company: text,
    sentAt: '2026-11-21T10:00:01.000Z',
    durationMs: 3,
    assertions: [],
    request: { ...request, path: `/${text}` },
    lost: 'reset',
    reason: text,
  };
  const violation = { pointer: text, expected: text, actual: body, exchange: 7 };
  const words = { text, source: text };
  const deliveries = [
    {
      about: { kind: 'order' as const, id: text },
      company: text,
      assertions: [],
      attempts: [sampleAttempt({ url: `/${text}`, body, headers: { [text]: text, host: text } })],
    },
  ];
  const counterexample = { path: '0', drawn: text, shrinks: 0, isSmallest: true };
  return sampleResult(
    [
      sampleFailure({ ...words, violation, exchanges: [exchange, lost] }),
      sampleFailure({ rule: 'PAG-4', ...words, violation: { ...violation, exchange: 8 }, exchanges: [lost] }),
      sampleFailure({
        rule: 'WEB-1',
        ...words,
        section: text,
        exchanges: [],
        deliveries,
        violation: { ...violation, about: { kind: 'order', id: text } },
      }),
      sampleFailure({ rule: 'PAG-5', ...words, violation, exchanges: [exchange] }),
      sampleFailure({ rule: 'PAG-6', ...words, outcome: 'warn', level: 'should', violation, exchanges: [exchange] }),
      sampleFailedProperty({ ...words, search: { seed: 42, cases: 1, planned: 8, counterexample } }),
      sampleVerdict({ rule: 'PAG-7', ...words, outcome: 'error', reason: text }),
      sampleVerdict({ rule: 'PAG-8', ...words, outcome: 'unverified', cause: 'unavailable', reason: text }),
    ],
    {
      target: { name: text, baseUrl: 'https://partners.example', options: [text], timeScale: 1, secrets: [] },
      waivers: [
        { rule: 'PAG-5', reason: text, until: '2027-01-31', state: 'applied' },
        { rule: 'PAG-2', reason: text, until: '2026-01-31', state: 'expired' },
      ],
      troubles: [text],
      faults: [text],
    },
  );
};
