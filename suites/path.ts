/** A path whose values are encoded: path`/orders/external/${externalId}`. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  texts.reduce((joined, text, index) => joined + encodeURIComponent(values[index - 1] ?? '') + text);

/** The path of a documented route with an encoded value in place of its last part, such as `:id`. */
export const filledPath = (route: string, value: string): string =>
  route.slice(route.indexOf('/')).replace(/:\w+$/, () => encodeURIComponent(value));
