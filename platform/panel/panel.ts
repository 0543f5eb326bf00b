import type { Company, Flow } from '../company.ts';
import { flowFields } from '../flows/flow-seed.ts';
import { runCouponStep } from '../flows/run-coupon-step.ts';
import { addUser, CompanyTaken, foundCompany } from '../found-company.ts';
import type { Answer, Call } from '../http/call.ts';
import { ensureCustomer, storedPhone, unknownCustomer } from '../resources/customers.ts';
import type { World } from '../world.ts';
import { companyView, flowView, userViews } from './panel-views.ts';
import { PanelInputError, readCompany, readFlow, readFlowRun, readUser } from './read-seeds.ts';

interface PanelCall {
  method: string;
  query: URLSearchParams;
  /** Parses the body. */
  body(): unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const unknown = (what: string): Answer => ({
  status: 404,
  body: { message: `${what} does not exist` },
});

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PanelInputError('body: expected JSON');
  }
}

function startFlow(world: World, company: Company, flow: Flow, body: unknown): Answer {
  const { phone: sentPhone, purchaseValue } = readFlowRun(body);
  const phone = storedPhone(world, sentPhone);
  const customer = ensureCustomer(world, company, { ...unknownCustomer, phone }, null);
  const coupon = runCouponStep(world, { company, flow, customer, orderId: null, purchaseValue });
  return ok({ couponId: coupon.id, code: coupon.code });
}

function flowAnswer(world: World, company: Company, [id, action]: string[], { method, body }: PanelCall): Answer {
  if (id === undefined) {
    if (method === 'GET') return ok(company.flows.map(flowView));
    if (method !== 'POST') return unknown('This address');
    const flow = {
      ...flowFields(readFlow(body())),
      id: world.newId(),
      ranForPhones: new Set<string>(),
    };
    company.flows.push(flow);
    return ok(flowView(flow));
  }
  const flow = company.flows.find((candidate) => candidate.id === id);
  if (flow === undefined) return unknown(`The flow ${id}`);
  if (action === 'runs' && method === 'POST') return startFlow(world, company, flow, body());
  if (action !== undefined) return unknown('This address');
  if (method === 'GET') return ok(flowView(flow));
  if (method === 'DELETE') {
    company.flows.splice(company.flows.indexOf(flow), 1);
    return ok({ result: true });
  }
  if (method !== 'PUT') return unknown('This address');
  const { id: _, ...standing } = flowView(flow);
  Object.assign(flow, flowFields(readFlow(body(), standing)));
  return ok(flowView(flow));
}

/** The rows that have one of the queried values in every queried field. */
function matching<Row extends object>(rows: Row[], query: URLSearchParams): Row[] {
  const wanted = [...new Set(query.keys())].map((field) => [field, query.getAll(field)] as const);
  return rows.filter((row) =>
    wanted.every(([field, values]) => Object.hasOwn(row, field) && values.includes(String(Reflect.get(row, field)))),
  );
}

function companyAnswer(world: World, company: Company, [part, ...rest]: string[], call: PanelCall): Answer {
  const { method, query, body } = call;
  if (part === undefined && method === 'GET') return ok(companyView(world, company));
  if (part === 'flows') return flowAnswer(world, company, rest, call);
  if (rest.length > 0) return unknown('This address');
  if (part === 'users' && method === 'GET') return ok(userViews(world, company));
  if (part === 'users' && method === 'POST') {
    const { id, email, name } = addUser(world, company, readUser(body()));
    return ok({ id, email, name });
  }
  if (part === 'flow-runs' && method === 'GET') return ok(matching(world.flowRuns.ofCompany(company.id), query));
  if (part === 'deliveries' && method === 'GET') {
    const deliveries = matching(world.deliveries.ofCompany(company.id), query);
    return ok(deliveries.map(({ fixedTarget, ...delivery }) => delivery));
  }
  if (part === 'webhook' && method === 'GET') return ok(company.registration ?? null);
  return unknown('This address');
}

function answerKnown(world: World, [, resource, companyId, ...rest]: string[], call: PanelCall): Answer {
  if (resource !== 'companies') return unknown('This address');
  if (companyId === undefined) {
    if (call.method === 'POST') return ok(companyView(world, foundCompany(world, readCompany(call.body()))));
    if (call.method !== 'GET') return unknown('This address');
    return ok([...world.companiesById.values()].map((each) => companyView(world, each)));
  }
  const company = world.companiesById.get(companyId);
  if (company === undefined) return unknown(`The company ${companyId}`);
  return companyAnswer(world, company, rest, call);
}

/** Answers the calls to the panel. `README.md` has the paths. */
export function createPanel(world: World): (call: Call) => Answer {
  return ({ method, segments, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${world.panelToken}`) {
      return {
        status: 401,
        body: { message: 'The panel takes the panel token as a Bearer token' },
      };
    }
    try {
      return answerKnown(world, segments, { method, query, body: () => parseBody(body) });
    } catch (error) {
      if (error instanceof PanelInputError || error instanceof CompanyTaken)
        return { status: 400, body: { message: error.message } };
      throw error;
    }
  };
}
