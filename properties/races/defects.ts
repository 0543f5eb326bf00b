import type { Defect } from '../../suites/defect.ts';
import { flowRacesDefects } from './flow-races-defects.ts';
import { recordRacesDefects } from './record-races-defects.ts';

export const racesDefects: readonly Defect[] = [...recordRacesDefects, ...flowRacesDefects];
