import type { StatementId } from '../rule.ts';

/** What a statement of the document asks of a partner, in our own words, and how firmly. */
interface Asked {
  sentence: string;
  /**
   * `demand`: a partner that does otherwise breaks the document, so an obligation that rests on it may be a must.
   * `advice`: the document recommends it, or states how it reads what a partner does otherwise.
   */
  strength: 'demand' | 'advice';
}

const demand = (sentence: string): Asked => ({ sentence, strength: 'demand' });
const advice = (sentence: string): Asked => ({ sentence, strength: 'advice' });

/**
 * Every statement that asks something of a partner. The first statement that an obligation names is the one that its level
 * rests on; what stands here as a demand is judged by a must.
 */
export const asked: Readonly<Partial<Record<StatementId, Asked>>> = {
  S005: demand('A partner sends JSON.'),
  S008: advice('No request names a company by a parameter.'),
  S009: demand('A partner with several stores uses the credential of each one.'),
  S012: demand('A partner creates each coupon that is notified in its own system.'),
  S013: demand('A partner registers coupons that already exist in its own system.'),
  S033: demand('A partner registers once for each company.'),
  S035: demand("An externalId is the partner's own id of a record, and not its `id`."),
  S038: demand('Numbers are sent as JSON numbers.'),
  S039: advice('The stored value is checked by reading the record again.'),
  S040: demand('Orders, stores and carts always have an externalId; a POST of a known customer changes nothing.'),
  S042: demand("A coupon's externalId is a string, the partner's coupon id."),
  S043: demand("A coupon's code is a string."),
  S048: advice('A coupon has a minimum purchase.'),
  S049: advice('A coupon that is not acumulative does not combine with other promotions.'),
  S051: advice('A coupon has an end of validity.'),
  S053: demand('A registered coupon has externalId, a string, or createOnProvider.'),
  S054: demand('createOnProvider is a boolean.'),
  S055: demand('A registered coupon has a code.'),
  S056: demand('The type of a registered coupon is percent or fixed_cart.'),
  S057: demand('A registered coupon has an amount, a number.'),
  S058: demand('minPurchaseValue is a number.'),
  S059: advice('Sending the real expiry of a coupon is recommended.'),
  S060: demand("A registered coupon has the customer's phone, a string."),
  S061: demand('awaitingOrder is a boolean.'),
  S062: demand('The status of an order is one of four values.'),
  S063: demand("An order's couponCode is a string, and redeems that coupon."),
  S065: demand("An order's lineItems is an array of items that refer to products."),
  S066: demand("An order's externalId is a string."),
  S067: demand('The customer of a new order has a phone and an address.'),
  S072: demand('A registration carries the URL in a field whose name is open.'),
  S073: demand('A registration is for the event coupon_create.'),
  S076: demand('An order that is paid or confirmed is sent as completed.'),
  S077: demand('An order that is created and not yet paid is sent as on-hold.'),
  S078: demand('A canceled order is sent as canceled, with one L.'),
  S082: demand('Values such as pending, paid, refunded, failed and cancelled are no statuses.'),
  S089: demand('A cancelled giftback is removed from the store.'),
  S090: demand('used true alone does not end the wait for an order.'),
  S092: demand('Every request carries both credentials.'),
  S093: demand('POST and PUT carry Content-Type application/json.'),
  S096: demand('A body is well-formed JSON.'),
  S097: demand('Every list is paginated: one page is not the list.'),
  S099: demand('A list is read with after, a date-time.'),
  S100: demand('A list is read with page, from 1.'),
  S101: demand('A list is read with pageSize, from 1 to 50.'),
  S102: advice('updatedAt is sent with a zone; a date alone is read as 00:00 UTC.'),
  S110: advice('Date-times are sent with a zone, in an ISO 8601 form.'),
  S111: advice('A date-time without a zone is read as Brasília time.'),
  S112: advice('A date alone in a body is read as 00:00 UTC.'),
  S113: demand('A date with slashes has the month first.'),
  S119: demand('A customer is updated by PUT.'),
  S124: demand('An order is updated by PUT, with the id that the service gave it.'),
  S132: demand("GET /coupons/order/{orderId} takes the service's id of the order."),
  S135: demand('A coupon is updated by PUT.'),
  S138: demand('A registration has event and the URL.'),
  S139: demand('A registration is updated under its id.'),
  S140: demand('A registration is deleted under its id.'),
  S147: demand("A shared coupon's externalId is an integer; anything else becomes another one."),
  S148: demand('A shared coupon is looked up by its code.'),
  S149: demand('An externalId of more than 255 characters is cut.'),
  S152: demand('A code on an order that exists is that of an individual coupon that exists.'),
  S153: demand('A coupon is marked as used with used true and awaitingOrder false.'),
  S154: advice('After a notification: answer, read, create, set externalId, report the redemption.'),
  S155: demand('A registration belongs to one credential.'),
  S156: demand('A partner makes one registration call for each company.'),
  S157: demand('The token stands behind Bearer, with a capital B, in Authorization.'),
  S158: demand('Every request carries the second header.'),
  S161: advice('No company parameter exists.'),
  S165: demand('POST and PUT carry Content-Type application/json.'),
  S176: demand('The receiver answers 2xx within a few seconds and processes afterwards.'),
  S180: demand('The receiver answers 2xx to a code that it has processed, and ignores it.'),
  S183: demand('orderId may be null.'),
  S186: demand('Value, validity, minimum purchase and customer of a coupon are read with GET.'),
  S187: demand("The ids of a notification are the service's, not the partner's externalId."),
  S190: advice("A missing webhook is diagnosed with the created order's id."),
  S215: demand('pageSize is from 1 to 50.'),
  S216: demand('page is an integer from 1.'),
  S217: demand('An externalId of POST /coupons has at most 255 characters.'),
  S218: demand('The externalId of POST /coupons/shared is an integer from 1 to 2147483647.'),
  S221: demand('A receiver answers 2xx within a few seconds.'),
  S223: demand('A company has one registration.'),
};

/** Demands that no obligation judges, and why. */
export const unjudged: Readonly<Partial<Record<StatementId, string>>> = {
  S009: 'a session is with one company, so a partner shows one credential',
};
