import { abandonedCartsDefects } from './abandoned-carts/defects.ts';
import { authenticationDefects } from './authentication/defects.ts';
import { conventionsDefects } from './conventions/defects.ts';
import { couponsDefects } from './coupons/defects.ts';
import { couponsConfigDefects } from './coupons-config/defects.ts';
import { customersDefects } from './customers/defects.ts';
import { datesDefects } from './dates/defects.ts';
import type { Defect } from './defect.ts';
import { errorsDefects } from './errors/defects.ts';
import { flowsDefects } from './flows/defects.ts';
import { isolationDefects } from './isolation/defects.ts';
import { limitsDefects } from './limits/defects.ts';
import { ordersDefects } from './orders/defects.ts';
import { paginationDefects } from './pagination/defects.ts';
import { arrivedDefects } from './passive/arrived-defects.ts';
import { passiveDefects } from './passive/defects.ts';
import { productsDefects } from './products/defects.ts';
import { wrongKeyDefects } from './records/wrong-key-defects.ts';
import { sharedCouponsDefects } from './shared-coupons/defects.ts';
import { storesDefects } from './stores/defects.ts';
import { usersDefects } from './users/defects.ts';
import { webhookDeliveryDefects } from './webhook-delivery/defects.ts';
import { webhookRegistrationDefects } from './webhook-registration/defects.ts';

/** Every seeded defect, in the order of the sections. */
export const allDefects: readonly Defect[] = [
  ...authenticationDefects,
  ...paginationDefects,
  ...datesDefects,
  ...limitsDefects,
  ...customersDefects,
  ...productsDefects,
  ...ordersDefects,
  ...abandonedCartsDefects,
  ...storesDefects,
  ...usersDefects,
  ...couponsDefects,
  ...sharedCouponsDefects,
  ...couponsConfigDefects,
  ...isolationDefects,
  ...conventionsDefects,
  ...errorsDefects,
  ...passiveDefects,
  ...arrivedDefects,
  ...flowsDefects,
  ...webhookRegistrationDefects,
  ...webhookDeliveryDefects,
  ...wrongKeyDefects,
];
