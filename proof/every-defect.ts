import { propertyDefects } from '../properties/all-defects.ts';
import { allDefects } from '../suites/all-defects.ts';
import type { Defect } from '../suites/defect.ts';

/** The defects of rules, and those of properties, which no rule of the suites catches. */
export const everyDefect: readonly Defect[] = [...allDefects, ...propertyDefects];
