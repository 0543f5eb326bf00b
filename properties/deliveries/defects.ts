import type { Defect } from '../../suites/defect.ts';

export const deliveriesDefects: readonly Defect[] = [];
