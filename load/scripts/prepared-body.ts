// of Unicode's private use: no body has them, and JSON leaves them as they are
const opening = '\uE000';
const closing = '\uE001';

/** A string's form between the quotes of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The JSON text of bodies that differ in a few strings alone. The body is built once, since its building takes longer
 * than the request; the result fills each further one's strings in.
 */
export const prepareBody = <Slot extends string>(
  slots: readonly Slot[],
  build: (values: Readonly<Record<Slot, string>>) => object,
): ((values: Readonly<Record<Slot, string>>) => string) => {
  const marks = Object.fromEntries(slots.map((slot) => [slot, opening + slot + closing])) as Record<Slot, string>;
  const [first = '', ...others] = JSON.stringify(build(marks)).split(opening);
  const pieces = others.map((piece) => {
    const end = piece.indexOf(closing);
    // nothing but the marks stands between the two
    return { slot: piece.slice(0, end) as Slot, after: piece.slice(end + 1) };
  });
  return (values) => {
    let text = first;
    for (const { slot, after } of pieces) text += inJson(values[slot]) + after;
    return text;
  };
};
