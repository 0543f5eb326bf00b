import type { StatementId } from '../../core/statement.ts';

/** What a statement of the document requires of a partner, and its strength. */
interface Asked {
  sentence: string;
  /**
   * `required`: a partner that does otherwise breaks the document, so an obligation that rests on it may be a must.
   * `recommended`: the document recommends it, or states how it reads what a partner does otherwise.
   */
  strength: 'required' | 'recommended';
}

const required = (sentence: string): Asked => ({ sentence, strength: 'required' });
const recommended = (sentence: string): Asked => ({ sentence, strength: 'recommended' });

/**
 * Every statement that asks something of a partner. The first statement that an obligation names is the one that its
 * level rests on; what stands here as required is judged by a must.
 */
export const asked: Readonly<Partial<Record<StatementId, Asked>>> = {
  S005: required('A partner sends JSON.'),
  S008: recommended('No request names a company by a parameter.'),
  S009: required('A partner with several stores uses the credential of each one.'),
  S012: required('A partner creates each coupon that is notified in its own system.'),
  S013: required('A partner registers coupons that already exist in its own system.'),
  S033: required('A partner registers once for each company.'),
  S035: required("An externalId is the partner's own id of a record, and not its `id`."),
  S038: required('Numbers are sent as JSON numbers.'),
  S039: recommended('The stored value is checked by reading the record again.'),
  S040: required('Orders, stores and carts always have an externalId; a POST of a known customer changes nothing.'),
  S042: required("A coupon's externalId is a string, the partner's coupon id."),
  S043: required("A coupon's code is a string."),
  S048: recommended('A coupon has a minimum purchase.'),
  S049: recommended('A coupon that is not acumulative does not combine with other promotions.'),
  S050: recommended('A coupon has a start of validity.'),
  S051: recommended('A coupon has an end of validity.'),
  S053: required('A registered coupon has externalId, a string, or createOnProvider.'),
  S054: required('createOnProvider is a boolean.'),
  S055: required('A registered coupon has a code.'),
  S056: required('The type of a registered coupon is percent or fixed_cart.'),
  S057: required('A registered coupon has an amount, a number.'),
  S058: required('minPurchaseValue is a number.'),
  S059: required('An expiry is a string in an ISO 8601 form; sending the real one is recommended.'),
  S060: required("A registered coupon has the customer's phone, a string."),
  S061: required('awaitingOrder is a boolean.'),
  S062: required('The status of an order is one of four values.'),
  S063: required("An order's couponCode is a string, and redeems that coupon."),
  S065: required("An order's lineItems is an array of items that refer to products."),
  S066: required("An order's externalId is a string."),
  S067: required('The customer of a new order has a phone and an address.'),
  S072: required('A registration carries the URL in a field whose name is open.'),
  S073: required('A registration is for the event coupon_create.'),
  S076: required('An order that is paid or confirmed is sent as completed.'),
  S077: required('An order that is created and not yet paid is sent as on-hold.'),
  S078: required('A canceled order is sent as canceled, with one L.'),
  S082: required('Values such as `pending`, `paid`, `refunded`, `failed` and `cancelled` are no statuses.'),
  S089: required('A canceled giftback is removed from the store.'),
  S090: required('used true alone does not end the wait for an order.'),
  S091: required('A giftback leaves the coupons as they are that the partner registered.'),
  S092: required('Every request carries both credentials.'),
  S093: required('POST and PUT carry Content-Type application/json.'),
  S096: required('A body is well-formed JSON.'),
  S097: required('Every list is paginated: one page is not the list.'),
  S099: required('A list is read with after, a date-time.'),
  S100: required('A list is read with page, from 1.'),
  S101: required('A list is read with pageSize, from 1 to 50.'),
  S102: recommended('updatedAt is sent with a zone; a date alone is read as 00:00 UTC.'),
  S110: recommended('Date-times are sent with a zone, in an ISO 8601 form.'),
  S111: recommended('A date-time without a zone is read as Brasília time.'),
  S112: recommended('A date alone in a body is read as 00:00 UTC.'),
  S113: required('A date with slashes has the month first.'),
  S120: required('A customer is deleted by DELETE.'),
  S119: required('A customer is updated by PUT.'),
  S124: required('An order is updated by PUT, with the id that the service gave it.'),
  S132: required("GET /coupons/order/{orderId} takes the service's id of the order."),
  S135: required('A coupon is updated by PUT.'),
  S137: required('The coupons configuration is read, and not written.'),
  S138: required('A registration has event and the URL.'),
  S139: required('A registration is updated under its id.'),
  S140: required('A registration is deleted under its id.'),
  S147: required("A shared coupon's externalId is an integer; anything else becomes another one."),
  S148: required('A shared coupon is looked up by its code.'),
  S149: required('An externalId of more than 255 characters is cut.'),
  S152: required('A code on an order that exists is that of an individual coupon that exists.'),
  S153: required('A coupon is marked as used with used true and awaitingOrder false.'),
  S154: recommended('After a notification: answer, read, create, set externalId, report the redemption.'),
  S155: required('A registration belongs to one credential.'),
  S156: required('A partner makes one registration call for each company.'),
  S157: required('The token stands behind Bearer, with a capital B, in Authorization.'),
  S158: required('Every request carries the second header.'),
  S161: recommended('No company parameter exists.'),
  S165: required('POST and PUT carry Content-Type application/json.'),
  S176: required('The receiver answers 2xx within a few seconds and processes afterwards.'),
  S180: required('The receiver answers 2xx to a code that it has processed, and ignores it.'),
  S183: required('orderId may be null.'),
  S186: required('Value, validity, minimum purchase and customer of a coupon are read with GET.'),
  S187: required("The ids of a notification are the service's, not the partner's externalId."),
  S190: recommended("A missing webhook is diagnosed with the created order's id."),
  S215: required('pageSize is from 1 to 50.'),
  S216: required('page is an integer from 1.'),
  S217: required('An externalId of POST /coupons has at most 255 characters.'),
  S218: required('The externalId of POST /coupons/shared is an integer from 1 to 2147483647.'),
  S221: required('A receiver answers 2xx within a few seconds.'),
  S223: required('A company has one registration.'),
};

/** What the document asks and no obligation judges, and why. */
export const unjudged: Readonly<Partial<Record<StatementId, string>>> = {
  S190: 'that a missing notification is diagnosed by the order, because people do that, and no software has to',
};
