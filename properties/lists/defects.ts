import type { Defect } from '../../suites/defect.ts';

export const listsDefects: readonly Defect[] = [];
