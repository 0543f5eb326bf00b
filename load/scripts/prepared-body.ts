// private-use characters: no body contains them, and JSON does not escape them
const opening = '\uE000';
const closing = '\uE001';

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Builds a body once and returns a function that fills in the strings in which the bodies differ. Building each body takes
 * longer than its request.
 */
export const prepareBody = <Slot extends string>(
  slots: readonly Slot[],
  build: (values: Readonly<Record<Slot, string>>) => object,
): ((values: Readonly<Record<Slot, string>>) => string) => {
  const marks = Object.fromEntries(slots.map((slot) => [slot, opening + slot + closing])) as Record<Slot, string>;
  const [first = '', ...others] = JSON.stringify(build(marks)).split(opening);
  const pieces = others.map((piece) => {
    const end = piece.indexOf(closing);
    // only the marks above contain these characters
    return { slot: piece.slice(0, end) as Slot, after: piece.slice(end + 1) };
  });
  return (values) => {
    let text = first;
    for (const { slot, after } of pieces) text += inJson(values[slot]) + after;
    return text;
  };
};
