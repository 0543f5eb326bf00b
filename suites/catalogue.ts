import { abandonedCarts } from './abandoned-carts/rules.ts';
import { authentication } from './authentication/rules.ts';
import { conventions } from './conventions/rules.ts';
import { coupons } from './coupons/rules.ts';
import { couponsConfig } from './coupons-config/rules.ts';
import { customers } from './customers/rules.ts';
import { dates } from './dates/rules.ts';
import { errors } from './errors/rules.ts';
import { flows } from './flows/rules.ts';
import { isolation } from './isolation/rules.ts';
import { limits } from './limits/rules.ts';
import { orders } from './orders/rules.ts';
import { pagination } from './pagination/rules.ts';
import { products } from './products/rules.ts';
import type { Section } from './rule.ts';
import { sharedCoupons } from './shared-coupons/rules.ts';
import { stores } from './stores/rules.ts';
import { users } from './users/rules.ts';
import { webhookDelivery } from './webhook-delivery/rules.ts';
import { webhookRegistration } from './webhook-registration/rules.ts';

/** The document's sections, in the order of the matrix. */
export const sections: readonly Section[] = [
  { name: 'authentication', title: 'Authentication', rules: authentication },
  { name: 'isolation', title: 'One credential, one company', rules: isolation },
  { name: 'conventions', title: 'Common conventions', rules: conventions },
  { name: 'errors', title: 'Errors', rules: errors },
  { name: 'pagination', title: 'Paginated lists', rules: pagination },
  { name: 'dates', title: 'Date and time input', rules: dates },
  { name: 'limits', title: 'Limits', rules: limits },
  { name: 'customers', title: 'Customers', rules: customers },
  { name: 'products', title: 'Products', rules: products },
  { name: 'orders', title: 'Orders', rules: orders },
  { name: 'abandoned-carts', title: 'Abandoned carts', rules: abandonedCarts },
  { name: 'stores', title: 'Stores', rules: stores },
  { name: 'users', title: 'Users', rules: users },
  { name: 'coupons', title: 'Coupons', rules: coupons },
  { name: 'shared-coupons', title: 'Shared coupons', rules: sharedCoupons },
  { name: 'coupons-config', title: 'Coupons configuration', rules: couponsConfig },
  { name: 'flows', title: 'Flows and giftbacks', rules: flows },
  { name: 'webhook-registration', title: 'Webhook registration', rules: webhookRegistration },
  { name: 'webhook-delivery', title: 'Webhook delivery', rules: webhookDelivery },
];
