/** What needs no escaping inside JSON: nearly every id. */
const isPlain = /^[\w-]*$/;

const asJson = (text: string | null): string => {
  if (text === null) return 'null';
  return isPlain.test(text) ? `"${text}"` : JSON.stringify(text);
};

/** The line of an `ArrivalFact`, as `writeFact` writes it but faster; the company's name is JSON already. */
export const arrivalLine = (
  arrivedMs: number,
  companyJson: string,
  orderId: string | null,
  couponId: string | null,
  status: number,
): string => `["a",${arrivedMs},${companyJson},${asJson(orderId)},${asJson(couponId)},${status}]\n`;
