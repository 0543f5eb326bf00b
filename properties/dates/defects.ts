import type { Defect } from '../../suites/defect.ts';

export const datesDefects: readonly Defect[] = [];
