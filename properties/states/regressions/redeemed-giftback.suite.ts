// A giftback that an order came with is used, and a newer one of the phone leaves it alone.
import { regression } from '../regression.ts';

await regression('LAW-41', [
  { do: 'post order', customer: 0, status: 'completed' },
  { do: 'redeem', by: 'POST', coupon: 0, status: 'on-hold' },
  { do: 'post order', customer: 0, status: 'completed' },
]);
