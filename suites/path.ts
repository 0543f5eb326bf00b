/** A path whose values are encoded: path`/orders/external/${externalId}`. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  texts.reduce((joined, text, index) => joined + encodeURIComponent(values[index - 1] ?? '') + text);
