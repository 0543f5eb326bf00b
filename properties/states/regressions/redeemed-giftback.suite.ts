// An order that comes with a giftback uses it. A newer giftback of the phone does not change it.
import { regression } from '../regression.ts';

await regression('LAW-41', [
  { do: 'post order', customer: 0, status: 'completed' },
  { do: 'redeem', by: 'POST', coupon: 0, status: 'on-hold' },
  { do: 'post order', customer: 0, status: 'completed' },
]);
