import type { Defect } from '../../suites/defect.ts';

export const statesDefects: readonly Defect[] = [];
