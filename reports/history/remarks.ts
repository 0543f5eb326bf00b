import { isSameAddress } from '../failures/same-address.ts';
import { excerpt } from '../kit/printable.ts';
import type { TrendPoint } from './trend.ts';

const longestVersion = 40;
const longestAddress = 200;

/** What sets a run apart from the others, or from the one before it, in printable words. */
export const remarksOn = ({ run: { run, suite, target }, isPart }: TrendPoint, before?: TrendPoint): string[] => {
  const last = before?.run;
  return [
    ...(run.interrupted ? ['interrupted'] : []),
    ...(run.path === undefined ? [] : ['one drawn case again']),
    ...(isPart && !run.interrupted && run.path === undefined ? ['some of the rules'] : []),
    ...(last && last.run.depth === run.depth ? [] : [`${run.depth} depth`]),
    ...(last && last.suite.version === suite.version ? [] : [`Selo ${excerpt(suite.version, longestVersion)}`]),
    ...(last && isSameAddress(last.target.baseUrl, target.baseUrl) ? [] : [excerpt(target.baseUrl, longestAddress)]),
  ];
};
