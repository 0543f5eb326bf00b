import { isObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import { readsOtherwise, withFields, withQuery } from '../../suites/broken-handling.ts';
import { defectsOf } from '../../suites/defect.ts';
import { listsAnything, listsOthers } from './broken-lists.ts';

/** Accepts bad values that match, and returns the number that was sent. */
const serves =
  (name: 'page' | 'pageSize', fits: RegExp, isMeant = listsAnything): Wrap =>
  (handle) =>
  async (call) => {
    const sent = call.query.get(name) ?? '';
    if (!isMeant(call) || !fits.test(sent)) return handle(call);
    const answer = await handle(withQuery(call, { [name]: name === 'page' ? '1' : '50' }));
    const { body } = answer;
    if (!isObject(body) || !isObject(body.pagination)) return answer;
    return withFields(answer, { pagination: { ...body.pagination, [name]: Number(sent) } });
  };

const reads = (fits: RegExp): Wrap =>
  readsOtherwise(
    (call) => listsAnything(call) && fits.test(call.query.get('after') ?? ''),
    (call) => withQuery(call, { after: '2026-01-05T10:00:00Z' }),
  );

export const badParameterDefects = defectsOf({
  'LAW-66': {
    'serves sizes with a fraction other than a half': {
      wrap: serves('pageSize', /^\d+\.[1-46-9]\d?$/),
      also: ['PAS-11'],
    },
    'serves sizes with an exponent, however large': {
      wrap: serves('pageSize', /^\d[eE]\d$/),
      also: ['PAS-11', 'PAS-12'],
    },
    'counts pages from minus sixty on every list but that of products': {
      wrap: serves('page', /^-([2-9]|\d\d)$/, listsOthers),
      also: ['PAS-11'],
    },
  },
  'LAW-67': {
    'takes letters in `after` for the digits that they look like': { wrap: reads(/^2O26|-0l-|T1O/) },
    'takes the first of two dates in `after`': { wrap: reads(/Z.+Z$/) },
  },
});
