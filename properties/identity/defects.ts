import type { Defect } from '../../suites/defect.ts';

export const identityDefects: readonly Defect[] = [];
