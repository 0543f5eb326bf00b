import { lawDefects } from '../properties/law-defects.ts';
import { allDefects } from '../suites/all-defects.ts';
import type { Defect } from '../suites/defect.ts';

/** Those of the rules, and those of the laws, which no rule of the suites catches. */
export const everyDefect: readonly Defect[] = [...allDefects, ...lawDefects];
