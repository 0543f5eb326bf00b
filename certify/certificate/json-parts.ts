/** Takes a key, or a text or a number with the names of the fields that it stands in, and says what stands there instead. */
export interface ReplaceParts {
  key(text: string): string;
  text(names: readonly string[], text: string): string;
  /** As it is written. */
  number(names: readonly string[], written: string): string;
}

const part = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/gs;

interface Open {
  isObject: boolean;
  awaitsKey: boolean;
  /** Of the fields that it stands in. */
  above: readonly string[];
  /** The same with the field that is being read. */
  names: readonly string[];
}

/** Deeper down, nothing but the last name is reported: a body of brackets alone must not take forever. */
const mostNames = 64;

/** A JSON text with parts of it replaced; what is not, stays as it was written, with its spaces and its repeated keys. */
export const withReplacedParts = (json: string, replace: ReplaceParts): string => {
  const open: Open[] = [];
  const written = (quoted: string, text: string, replaced: string): string =>
    replaced === text ? quoted : JSON.stringify(replaced);
  return json.replace(part, (found) => {
    const current = open.at(-1);
    if (found === '{' || found === '[') {
      const above = current?.names ?? [];
      open.push({ isObject: found === '{', awaitsKey: found === '{', above, names: above });
      return found;
    }
    if (found === '}' || found === ']') {
      open.pop();
      return found;
    }
    if (found === ',') {
      if (current?.isObject) current.awaitsKey = true;
      return found;
    }
    const names = current?.names ?? [];
    if (!found.startsWith('"')) return replace.number(names, found);
    const text = String(JSON.parse(found));
    if (!current?.awaitsKey) return written(found, text, replace.text(names, text));
    current.awaitsKey = false;
    current.names = [...current.above.slice(0, mostNames - 1), text];
    return written(found, text, replace.key(text));
  });
};
