import { STATUS_CODES } from 'node:http';
import type { StoredAttempt } from '../../core/attempt.ts';
import { type DeliverySubject, describeSubject } from '../../core/deliveries.ts';
import type { StoredExchange } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { answerOf } from '../failures/evidence-in-words.ts';
import { printable } from '../kit/printable.ts';
import { safeJson } from '../kit/safe-json.ts';

/** The value of HAR for an unknown size or time. */
const unknown = -1;
/** The only version of the client and the capture. */
const httpVersion = 'HTTP/1.1';

interface Evidence<Seen> {
  seen: Seen;
  /** Ids of the rules that it is evidence for, in the order of the catalogue. */
  rules: string[];
}

interface SeenAttempt {
  attempt: StoredAttempt;
  about: DeliverySubject;
}

/** Merges evidence that several rules share. */
const onceEach = <Seen>(
  verdicts: readonly Verdict[],
  seenBy: (verdict: Verdict) => readonly (readonly [key: string, seen: Seen])[],
): Evidence<Seen>[] => {
  const found = new Map<string, Evidence<Seen>>();
  for (const verdict of verdicts) {
    for (const [key, seen] of seenBy(verdict)) {
      const known = found.get(key);
      if (!known) found.set(key, { seen, rules: [verdict.rule] });
      else if (known.rules.at(-1) !== verdict.rule) known.rules.push(verdict.rule);
    }
  }
  return [...found.values()];
};

const headerList = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const headerOf = (headers: Record<string, string>, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

const queryOf = (path: string) => {
  const start = path.indexOf('?');
  const query = start === -1 ? '' : (path.slice(start + 1).split('#', 1)[0] ?? '');
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
};

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  bodySize: number;
  bodyComment?: string;
}

const requestOf = ({ method, url, headers, body, bodySize, bodyComment }: Sent) => ({
  method,
  url,
  httpVersion,
  cookies: [],
  headers: headerList(headers),
  queryString: queryOf(url),
  ...(body === undefined
    ? {}
    : {
        postData: {
          mimeType: headerOf(headers, 'content-type') ?? '',
          text: body,
          ...omitUndefined({ comment: bodyComment }),
        },
      }),
  headersSize: unknown,
  bodySize,
});

const answered = (status: number, headers: Record<string, string>, text: string | undefined) => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
  httpVersion,
  cookies: [],
  headers: headerList(headers),
  content: {
    size: Buffer.byteLength(text ?? ''),
    mimeType: headerOf(headers, 'content-type') ?? 'x-unknown',
    ...omitUndefined({ text }),
  },
  redirectURL: headerOf(headers, 'location') ?? '',
  headersSize: unknown,
  bodySize: unknown,
});

/** Importers show `_error` instead of a status. */
const unanswered = (why: string) => ({ ...answered(0, {}, undefined), httpVersion: 'unknown', _error: why });

/** `time` must be the sum of the known parts. */
const timed = (sendMs: number, waitMs: number) => ({
  time: sendMs + waitMs,
  cache: {},
  timings: { blocked: unknown, dns: unknown, connect: unknown, ssl: unknown, send: sendMs, wait: waitMs, receive: 0 },
});

const brokenAssertions = ({ assertions }: StoredExchange): string[] =>
  assertions
    .filter(({ held }) => !held)
    .map(({ pointer, expected, actual }) => `${pointer}: expected ${expected}, got ${actual}`);

const exchangeEntry = ({ target }: Result, { seen, rules }: Evidence<StoredExchange>) => {
  const { number, by, company, request } = seen;
  const { body } = request;
  const said = [
    `exchange ${number}, sent by ${by} as ${company}, evidence of ${rules.join(', ')}`,
    ...brokenAssertions(seen).map((assertion) => `broken: ${assertion}`),
  ];
  return {
    startedDateTime: seen.sentAt,
    ...timed(0, Math.max(seen.durationMs, 0)),
    request: requestOf({
      ...request,
      url: target.baseUrl.replace(/\/+$/, '') + request.path,
      body,
      bodySize: Buffer.byteLength(body ?? ''),
    }),
    response:
      'status' in seen ? answered(seen.status, seen.headers, seen.text) : unanswered(`${seen.lost}: ${seen.reason}`),
    comment: printable(said.join('; ')),
    _selo: { kind: 'exchange', number, by, company, rules },
  };
};

/** The answer of the capture, as far as the sender can have received it. */
const answerTo = (attempt: StoredAttempt) => {
  const { answer, answeredAtMs, senderClosedAtMs } = attempt;
  const gaveUp = senderClosedAtMs !== undefined && answeredAtMs === undefined;
  if (answer?.kind === 'status' && !gaveUp) return answered(answer.status, {}, undefined);
  return unanswered(answerOf(attempt));
};

const attemptEntry = ({ seen, rules }: Evidence<SeenAttempt>, place: number, of: number) => {
  const { attempt, about } = seen;
  const { startedAtMs, receivedAtMs, answeredAtMs, senderClosedAtMs, headers, truncated } = attempt;
  const endedAtMs = answeredAtMs ?? senderClosedAtMs ?? receivedAtMs;
  const host = headerOf(headers, 'host') ?? `127.0.0.1:${attempt.port}`;
  return {
    startedDateTime: new Date(startedAtMs).toISOString(),
    ...timed(Math.max(receivedAtMs - startedAtMs, 0), Math.max(endedAtMs - receivedAtMs, 0)),
    request: requestOf({
      method: attempt.method,
      url: `http://${host}${attempt.url}`,
      headers,
      body: attempt.body,
      bodySize: attempt.bodyBytes,
      ...(truncated ? { bodyComment: 'cut at the recording limit' } : {}),
    }),
    response: answerTo(attempt),
    comment: printable(
      `notification of ${describeSubject(about)}, attempt ${place} of ${of}, received by the capture server, evidence of ${rules.join(', ')}`,
    ),
    _selo: { kind: 'attempt', seq: attempt.seq, about, attempt: place, rules },
  };
};

const keyOf = ({ mailbox, seq }: StoredAttempt): string => `${mailbox} ${seq}`;

/** The last record of each attempt: it is recorded again when it ends. */
const latestAttempts = (attempts: readonly StoredAttempt[]): Map<string, StoredAttempt> => {
  const latest = new Map<string, StoredAttempt>();
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    if ((latest.get(key)?.revision ?? 0) <= attempt.revision) latest.set(key, attempt);
  }
  return latest;
};

/** The attempts by subject, in the order of time. */
const attemptEntries = (verdicts: readonly Verdict[]) => {
  const latest = latestAttempts(verdicts.flatMap(({ deliveries }) => deliveries.flatMap(({ attempts }) => attempts)));
  const once = onceEach(verdicts, ({ deliveries }) =>
    deliveries.flatMap(({ about, attempts }) =>
      attempts.map((attempt) => {
        const key = keyOf(attempt);
        return [key, { attempt: latest.get(key) ?? attempt, about }] as const;
      }),
    ),
  );
  return [...Map.groupBy(once, ({ seen }) => describeSubject(seen.about)).values()].flatMap((alike) =>
    alike
      .toSorted((a, b) => a.seen.attempt.startedAtMs - b.seen.attempt.startedAtMs)
      .map((each, index) => attemptEntry(each, index + 1, alike.length)),
  );
};

/**
 * The evidence of a result as HTTP Archive 1.2: every exchange and attempt once, in the order of time, with the rules
 * that it is evidence for.
 */
export const harOf = (result: Result): string => {
  const { verdicts, suite, run, target } = result;
  const exchanges = onceEach(verdicts, (verdict) =>
    verdict.exchanges.map((each) => [String(each.number), each] as const),
  );
  const entries = [...exchanges.map((each) => exchangeEntry(result, each)), ...attemptEntries(verdicts)].toSorted(
    (a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime),
  );
  return safeJson({
    log: {
      version: '1.2',
      creator: { name: 'Selo', version: suite.version },
      entries,
      comment: printable(`evidence of run ${run.id} against ${target.name} at ${target.baseUrl}`),
    },
  });
};
