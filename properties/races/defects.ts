import type { Defect } from '../../suites/defect.ts';

export const racesDefects: readonly Defect[] = [];
