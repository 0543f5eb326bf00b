import { callsTo, readsOtherwise, withBody } from '../../suites/broken-handling.ts';
import type { Defect, PlatformChange } from '../../suites/defect.ts';

type Read = (status: string) => string;

const documented = ['completed', 'on-hold', 'canceled', 'processing'] as const;

/** Changes the status of a request before the platform compares it with the four. */
const reading = (route: 'POST /orders' | 'PUT /orders/:id', read: Read): PlatformChange => ({
  wrap: readsOtherwise(callsTo(route), (call) =>
    withBody(call, (sent) => (typeof sent.status === 'string' ? { ...sent, status: read(sent.status) } : sent)),
  ),
});

const withoutUnseen: Read = (status) => status.replaceAll(/[\u00a0\u00ad\u200b-\u200f\ufeff]/g, '');

const folded: Read = (status) => status.normalize('NFKC');

const withoutAccents: Read = (status) => status.normalize('NFD').replaceAll(/\p{M}/gu, '');

const firstLine: Read = (status) => documented.find((known) => new RegExp(`^${known}$`, 'm').test(status)) ?? status;

const ofObject: Read = (status) => {
  const stored = Object.fromEntries(documented.map((known) => [known, known]));
  return status in stored && !Object.hasOwn(stored, status) ? 'completed' : status;
};

const withAnyHyphen: Read = (status) => status.replace(/[_\u2010-\u2015\u2212]/, '-');

const asInPanel: Read = (status) =>
  ({ 'Pagamento realizado': 'completed', 'Aguardando pagamento': 'on-hold', Cancelado: 'canceled' })[status] ?? status;

const ofWooCommerce: Read = (status) => status.replace(/^wc-/, '');

const fromSecondLetter: Read = (status) => status.charAt(0) + status.slice(1).toLowerCase();

const inBrackets: Read = (status) => status.replace(/ \(\d+\)$|-\d+$/, '');

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

const onPost = (text: string, read: Read): Defect => ({ rule: 'LAW-21', text, ...reading('POST /orders', read) });
const onPut = (text: string, read: Read): Defect => ({
  rule: 'LAW-22',
  text,
  ...reading('PUT /orders/:id', read),
});

export const statusDefects: readonly Defect[] = [
  onPost('cuts what does not show off a posted status', withoutUnseen),
  onPost('folds the letters of a posted status into their usual form', folded),
  onPost('finds a posted status among the lines of a text', firstLine),
  onPost('knows a posted status that every object has a field for', ofObject),
  onPost('knows posted statuses by the words of the panel', asInPanel),
  onPost('takes a number off the end of a posted status', inBrackets),
  {
    rule: 'LAW-21',
    text: 'stores an order whose status of more than fifteen characters it refused',
    ...keepsRefused,
  },
  onPut('takes other signs for the hyphen of a status in a PUT', withAnyHyphen),
  onPut('overlooks accents in a status in a PUT', withoutAccents),
  onPut('knows the statuses of WooCommerce in a PUT', ofWooCommerce),
  onPut('looks at the case of the first letter alone of a status in a PUT', fromSecondLetter),
];
