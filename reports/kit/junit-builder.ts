import junit, { type Builder, type TestCase } from 'junit-report-builder';

// the types of the package do not match its exports
const isBuilder = (value: unknown): value is Builder =>
  typeof value === 'object' && value !== null && 'newBuilder' in value;

export const newJunitBuilder = (): Builder => {
  const found: unknown = junit;
  if (!isBuilder(found)) throw new TypeError('junit-report-builder exports no builder');
  return found.newBuilder();
};

/** Characters that XML 1.0 does not allow. */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes illegal characters and the end of a CDATA section. */
export const legalInJunit = (text: string): string =>
  text
    .replace(illegal, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
    .replaceAll(']]>', ']]\\u{3e}');

/**
 * Skips a test case with its reason in the element itself: some readers show its message, others its text. Both must be
 * legal in JUnit.
 */
export const skipWith = (testCase: TestCase, { message, text }: { message: string; text: string }): void => {
  const build = testCase.build.bind(testCase);
  // the package writes an empty element
  testCase.build = (parent) => {
    const element = build(parent);
    element.ele('skipped', { message }, text);
    return element;
  };
  testCase.getSkippedCount = () => 1;
};
