import { faultsOfCompanies } from './faults-of-companies.ts';
import { faultsOfConnection } from './faults-of-connection.ts';
import { faultsOfCoupons } from './faults-of-coupons.ts';
import { faultsOfCustomers } from './faults-of-customers.ts';
import { faultsOfDates } from './faults-of-dates.ts';
import { faultsOfFormats } from './faults-of-formats.ts';
import { faultsOfLists } from './faults-of-lists.ts';
import { faultsOfLostEffects } from './faults-of-lost-effects.ts';
import { faultsOfReceiver } from './faults-of-receiver.ts';
import { faultsOfRecords } from './faults-of-records.ts';
import { faultsOfRedemptions } from './faults-of-redemptions.ts';
import { faultsOfRegistration } from './faults-of-registration.ts';
import { faultsOfRestarts } from './faults-of-restarts.ts';
import { faultsOfRetries } from './faults-of-retries.ts';
import { faultsOfStates } from './faults-of-states.ts';
import { faultsOfTwoTills } from './faults-of-two-tills.ts';
import { faultsOfValues } from './faults-of-values.ts';
import type { Deviation } from './manners.ts';
import { variants } from './variants.ts';
import { variantsOfHabits } from './variants-of-habits.ts';

/** By kind, then by name. */
export const faults = {
  connection: faultsOfConnection,
  values: faultsOfValues,
  dates: faultsOfDates,
  lists: faultsOfLists,
  formats: faultsOfFormats,
  retries: faultsOfRetries,
  restarts: faultsOfRestarts,
  'two tills': faultsOfTwoTills,
  states: faultsOfStates,
  redemptions: faultsOfRedemptions,
  records: faultsOfRecords,
  customers: faultsOfCustomers,
  registration: faultsOfRegistration,
  coupons: faultsOfCoupons,
  receiver: faultsOfReceiver,
  'lost effects': faultsOfLostEffects,
  companies: faultsOfCompanies,
} as const;

const all = [...Object.values(faults), variants, variantsOfHabits].flatMap((each) => Object.entries(each));
export const deviations: ReadonlyMap<string, Deviation> = new Map(all);
if (deviations.size !== all.length) throw new Error('two deviations have one name');
