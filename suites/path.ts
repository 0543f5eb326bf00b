/** A path whose values are encoded: path`/orders/external/${externalId}`. */
export const path = (texts: TemplateStringsArray, ...values: string[]): string =>
  texts.reduce((joined, text, index) => joined + encodeURIComponent(values[index - 1] ?? '') + text);

/** A documented path with an encoded value in place of its last part, such as `:id`. */
export const filledPath = (template: string, value: string): string =>
  template.replace(/:\w+$/, () => encodeURIComponent(value));
