const identifier = /^[A-Za-z_$][\w$]*$/;
const maxWidth = 100;

const quoted = (text: string): string => {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
};

const keyOf = (key: string): string => {
  // `__proto__: …` in a literal sets the prototype; a computed key does not
  if (key === '__proto__') return `['${key}']`;
  return identifier.test(key) ? key : quoted(key);
};

/** A JSON value as JavaScript source, short values on one line. */
export const asLiteral = (value: unknown, indent = ''): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const within = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item: unknown) => asLiteral(item, within))
    : Object.entries(value)
        .filter(([, content]) => content !== undefined)
        .map(([key, content]) => `${keyOf(key)}: ${asLiteral(content, within)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!line.includes('\n') && indent.length + line.length <= maxWidth) return line;
  return `${open}\n${parts.map((part) => `${within}${part},\n`).join('')}${indent}${close}`;
};
