export const digitsOf = (phone: unknown): string => String(phone).replaceAll(/\D/g, '');

/** The digits of a phone without its country code, which a target may add or remove. */
export const localDigitsOf = (phone: string): string => digitsOf(phone).slice(-9);

export const nextDigit = (digit: string): string => String((Number(digit) + 1) % 10);

/** A phone that differs in its last digit. */
export const neighborOf = (phone: string): string => phone.replace(/\d(?=\D*$)/, nextDigit);

/** Compares local numbers, because the document does not say in what form a phone is stored. */
export const isPhone =
  (sent: string) =>
  (shown: unknown): boolean =>
    typeof shown === 'string' && digitsOf(shown).endsWith(digitsOf(sent).slice(-8));
