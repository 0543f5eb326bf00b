import type { Defect } from '../suites/defect.ts';
import { datesDefects } from './dates/defects.ts';
import { deliveriesDefects } from './deliveries/defects.ts';
import { identityDefects } from './identity/defects.ts';
import { listsDefects } from './lists/defects.ts';
import { flowRacesDefects } from './races/flow-races-defects.ts';
import { recordRacesDefects } from './races/record-races-defects.ts';
import { statesDefects } from './states/defects.ts';
import { valuesDefects } from './values/defects.ts';

/** Every defect that only a property catches. The examples of the suites pass on it. */
export const propertyDefects: readonly Defect[] = [
  ...datesDefects,
  ...listsDefects,
  ...valuesDefects,
  ...identityDefects,
  ...statesDefects,
  ...recordRacesDefects,
  ...flowRacesDefects,
  ...deliveriesDefects,
];
