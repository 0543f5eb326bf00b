import { sleep } from 'k6';
import http, { type RefinedResponse } from 'k6/http';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { RequestFact } from '../facts.ts';
import type { ShopAnswer } from '../own-journey.ts';
import type { CompanyPlan } from '../plan.ts';
import { traceparentOf } from '../trace.ts';
import { credentials, plan } from './environment.ts';
import { judgeResponse } from './judge-response.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PUT';
  /** The endpoint without ids, by which reports group the requests. */
  name: string;
  path: string;
  body?: string;
}

export interface Answer extends ShopAnswer {
  /** Milliseconds since the epoch. */
  atMs: number;
}

/** A company's shop during one journey. */
export interface Shop {
  readonly company: CompanyPlan;
  readonly requests: readonly RequestFact[];
  send(request: Request): Answer;
}

const baseUrl = plan.baseUrl.replace(/\/+$/, '');
const timeout = `${plan.timeoutSeconds}s`;

/** Cached by company and endpoint, since creating them takes as long as the request. */
const paramsByName = plan.companies.map(() => new Map<string, object>());

const paramsOf = (company: number, name: string): object => {
  const known = paramsByName[company]?.get(name);
  if (known !== undefined) return known;
  const params = { tags: { name }, timeout, responseType: 'text', redirects: 0 };
  paramsByName[company]?.set(name, params);
  return params;
};

class Received implements Answer {
  readonly status: number;
  readonly atMs: number;
  readonly isServed: boolean;
  readonly #response: RefinedResponse<'text'>;

  constructor(response: RefinedResponse<'text'>) {
    const { status } = response;
    this.status = status;
    this.atMs = Date.now();
    this.isServed = status >= 200 && status < 300;
    this.#response = response;
  }

  body(): unknown {
    return parsedJson(this.#response.body ?? '');
  }

  id(): unknown {
    return this.#response.json('id');
  }
}

const sampledShare = plan.sampleEvery === 0 ? 0 : 1 / plan.sampleEvery;

/** `traceId` is the trace of the journey in the target. */
export const openShop = (companyIndex: number, traceId: string): Shop => {
  const company = plan.companies[companyIndex];
  if (company === undefined) throw new Error(`the plan has no company ${companyIndex}`);
  const requests: RequestFact[] = [];
  const sent = credentials[companyIndex]?.sent;
  return {
    company,
    requests,
    send({ method, name, path, body }) {
      if (plan.thinkSeconds > 0 && requests.length > 0) sleep(plan.thinkSeconds * (0.5 + Math.random()));
      const startedMs = Date.now();
      const response: RefinedResponse<'text'> = http.request(method, baseUrl + path, body ?? null, {
        ...paramsOf(companyIndex, name),
        headers: { ...sent, traceparent: traceparentOf(traceId, requests.length + 1) },
      });
      const answer = new Received(response);
      // without a response, k6 may report a duration of 0
      const { duration } = response.timings;
      const tookMs = answer.status > 0 ? duration : Math.max(duration, answer.atMs - startedMs);
      requests.push([name, startedMs, Math.round(tookMs * 100) / 100, answer.status]);
      if (answer.status > 0 && Math.random() < sampledShare) {
        const shown = credentials[companyIndex]?.shown ?? {};
        judgeResponse(response, {
          company: company.name,
          request: { method, path, headers: shown, ...(body === undefined ? {} : { body }) },
        });
      }
      return answer;
    },
  };
};
