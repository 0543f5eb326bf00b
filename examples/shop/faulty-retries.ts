import type { Answer, Call } from './client.ts';
import type { FaultName } from './faults.ts';
import { textIn } from './json.ts';

/** `drop`: forget a failed request. `again`: repeat a request that has its response. Undefined: the right decision. */
type Decision = 'drop' | 'again' | undefined;

type Injection = (call: Call, answer: Answer) => Decision;

const statusOf = (answer: Answer): number | undefined => ('status' in answer ? answer.status : undefined);

const isFailure = (answer: Answer): boolean => (statusOf(answer) ?? 500) >= 500;

const hasNoId = (answer: Answer): boolean => 'body' in answer && textIn(answer.body, 'id') === undefined;

const drop = (isSo: boolean): Decision => (isSo ? 'drop' : undefined);
const again = (isSo: boolean): Decision => (isSo ? 'again' : undefined);

const isLookup = ({ method, path }: Call): boolean => method === 'GET' && path.startsWith('/coupons/');
const isChangedCoupon = ({ method, path }: Call): boolean => method === 'PUT' && path.startsWith('/coupons/code/');

const injections: Partial<Record<FaultName, Injection>> = {
  'never sends again after a lost answer': ({ method }, answer) => drop(method !== 'GET' && 'lost' in answer),
  'never sends again after a 500': ({ method }, answer) => drop(method !== 'GET' && statusOf(answer) === 500),
  'gives up on a failed lookup': (call, answer) => drop(isLookup(call) && isFailure(answer)),
  'sends older changes last': ({ method, path }, answer) =>
    drop(method === 'PUT' && path.startsWith('/orders/') && isFailure(answer)),
  'gives up on setting its id': (call, answer) => drop(isChangedCoupon(call) && isFailure(answer)),
  'drops changes of customers after a 500': ({ method, path }, answer) =>
    drop(method === 'PUT' && path.startsWith('/customers/') && statusOf(answer) === 500),
  'drops products after a lost answer': ({ method, path }, answer) =>
    drop(method === 'POST' && path === '/products' && 'lost' in answer),
  'gives up on removals': ({ method }, answer) => drop(method === 'DELETE' && isFailure(answer)),
  'repeats what was refused with 400': (_, answer) => again(statusOf(answer) === 400),
  'repeats what was refused with 401': (_, answer) => again(statusOf(answer) === 401),
  'repeats what was refused with 403': (_, answer) => again(statusOf(answer) === 403),
  'repeats what was refused with 404': ({ method }, answer) => again(method === 'POST' && statusOf(answer) === 404),
  'repeats what was refused with 422': (_, answer) => again(statusOf(answer) === 422),
  'expects 201': ({ method }, answer) => again(method === 'POST' && statusOf(answer) === 200),
  'needs an id in the answer': ({ method }, answer) => again(method === 'POST' && hasNoId(answer)),
};

/** How a shop with that fault continues after a response. */
export const wrongDecision = (fault: FaultName | undefined, call: Call, answer: Answer): Decision =>
  fault && injections[fault]?.(call, answer);
