import { callsTo, readsOtherwise, withBody } from '../../suites/broken-handling.ts';
import { defectsOf, type PlatformChange } from '../../suites/defect.ts';

type Read = (status: string) => string;

/** Changes the status of a request before the platform compares it with the four. */
const reading = (route: 'POST /orders' | 'PUT /orders/:id', read: Read): PlatformChange => ({
  wrap: readsOtherwise(callsTo(route), (call) =>
    withBody(call, (sent) => (typeof sent.status === 'string' ? { ...sent, status: read(sent.status) } : sent)),
  ),
});
const onPost = (read: Read): PlatformChange => reading('POST /orders', read);
const onPut = (read: Read): PlatformChange => reading('PUT /orders/:id', read);

const documented = ['completed', 'on-hold', 'canceled', 'processing'] as const;

const ofObject: Read = (status) => {
  const stored = Object.fromEntries(documented.map((known) => [known, known]));
  return status in stored && !Object.hasOwn(stored, status) ? 'completed' : status;
};

const inPanel: Readonly<Record<string, string>> = {
  'Pagamento realizado': 'completed',
  'Aguardando pagamento': 'on-hold',
  Cancelado: 'canceled',
};

/** Refuses an order whose status is longer than any of the four, but stores it. */
const keepsRefused: PlatformChange = {
  wrap: (handle) => async (call) => {
    const answer = await handle(call);
    if (callsTo('POST /orders')(call) && answer.status === 422 && /"status":"[^"]{16,}"/.test(call.body)) {
      await handle(withBody(call, (sent) => ({ ...sent, status: 'on-hold' })));
    }
    return answer;
  },
};

export const statusDefects = defectsOf({
  'LAW-21': {
    'cuts what does not show off a posted status': onPost((status) =>
      status.replaceAll(/[\u00a0\u00ad\u200b-\u200f\ufeff]/g, ''),
    ),
    'folds the letters of a posted status into their usual form': onPost((status) => status.normalize('NFKC')),
    'finds a posted status among the lines of a text': onPost(
      (status) => documented.find((known) => new RegExp(`^${known}$`, 'm').test(status)) ?? status,
    ),
    'knows a posted status that every object has a field for': onPost(ofObject),
    'knows posted statuses by the words of the panel': onPost((status) => inPanel[status] ?? status),
    'takes a number off the end of a posted status': onPost((status) => status.replace(/ \(\d+\)$|-\d+$/, '')),
    'stores an order whose status of more than fifteen characters it refused': keepsRefused,
  },
  'LAW-22': {
    'takes other signs for the hyphen of a status in a PUT': onPut((status) =>
      status.replace(/[_\u2010-\u2015\u2212]/, '-'),
    ),
    'overlooks accents in a status in a PUT': onPut((status) => status.normalize('NFD').replaceAll(/\p{M}/gu, '')),
    'knows the statuses of WooCommerce in a PUT': onPut((status) => status.replace(/^wc-/, '')),
    'looks at the case of the first letter alone of a status in a PUT': onPut(
      (status) => status.charAt(0) + status.slice(1).toLowerCase(),
    ),
  },
});
