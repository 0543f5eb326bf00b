import { isBody, parsed, textIn } from './call.ts';
import type { Company } from './manners.ts';
import type { TillAnswer, TillOptions } from './shift.ts';
import type { Journal } from './surroundings.ts';
import { createTill, type Till, type TillRequest } from './till.ts';

interface TillsOptions extends Omit<TillOptions, 'journal' | 'company'> {
  openJournal(company: Company): Journal;
}

/** The receiver of the second company has this after the path of the first one. */
const secondPath = '/second';

/** Performed for all companies. */
const common = /^\/hooks\/(idle|restart)$/;

/** One answer with the coupons of all. */
const allCoupons = (answers: readonly TillAnswer[]): TillAnswer => ({
  status: 200,
  body: {
    coupons: answers.flatMap((answer) =>
      typeof answer !== 'string' && isBody(answer.body) && Array.isArray(answer.body.coupons)
        ? answer.body.coupons
        : [],
    ),
  },
});

/** One till for each company that a token was given for. They share nothing but the process. */
export const createTills = ({ openJournal, ...options }: TillsOptions): Till => {
  const tillOf = (company: Company): Till =>
    createTill({
      ...options,
      company,
      journal: openJournal(company),
      receiverUrl: options.receiverUrl + (company === 'first' ? '' : secondPath),
    });
  const first = tillOf('first');
  const second = options.settings.secondToken === undefined ? undefined : tillOf('second');
  const all = second === undefined ? [first] : [first, second];

  return {
    async answer(request: TillRequest) {
      const { path, text } = request;
      if (second === undefined) return await first.answer(request);
      if (common.test(path)) {
        const [answer, other] = await Promise.all([first.answer(request), second.answer(request)]);
        return typeof other === 'string' ? other : answer;
      }
      if (path === '/hooks/state') return allCoupons(await Promise.all(all.map((till) => till.answer(request))));
      if (path.endsWith(secondPath)) {
        return await second.answer({ ...request, path: path.slice(0, -secondPath.length) });
      }
      if (path === '/notices') {
        const answer = await first.answer(request);
        // both companies may have registered one address with a bearer each
        return typeof answer === 'object' && answer.status === 401 ? await second.answer(request) : answer;
      }
      const asked = parsed(text);
      const isForSecond = isBody(asked) && textIn(asked, 'company') === 'second';
      return await (isForSecond ? second : first).answer(request);
    },
    stop() {
      for (const till of all) till.stop();
    },
  };
};
