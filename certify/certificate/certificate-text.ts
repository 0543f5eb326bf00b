import type { SignedCertificate } from '../../core/certificate.ts';

const indented = (value: unknown, depth: number): string =>
  JSON.stringify(value, null, 1).replaceAll('\n', `\n${' '.repeat(depth)}`);

const line = (value: unknown): string => JSON.stringify(value);

const list = (items: readonly unknown[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map((item) => `   ${line(item)}`).join(',\n')}\n  ]`;

const object = (content: object, textOf: (value: unknown, name: string) => string, depth: number): string => {
  const blank = ' '.repeat(depth);
  const said = Object.entries(content).filter(([, value]) => value !== undefined);
  const entries = said.map(([name, value]) => `${blank} ${line(name)}: ${textOf(value, name)}`);
  return `{\n${entries.join(',\n')}\n${blank}}`;
};

/** A certificate as JSON, with one line for each request and each action, because the records have thousands of them. */
export const certificateText = ({ certificate, signature }: SignedCertificate): string => {
  const { records } = certificate;
  const recordsText = `[${records.map((record) => object(record, (value) => (Array.isArray(value) ? list(value) : line(value)), 2)).join(', ')}]`;
  const text = object(certificate, (value, name) => (name === 'records' ? recordsText : indented(value, 2)), 1);
  return object({ certificate, signature }, (value, name) => (name === 'certificate' ? text : indented(value, 1)), 0);
};
