/** Replaces a key, a string or a number. `names` are the fields around a value, the outermost first. */
export interface ReplaceParts {
  key(text: string): string;
  text(names: readonly string[], text: string): string;
  /** `written` is the number as in the source. */
  number(names: readonly string[], written: string): string;
}

const part = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\],]/gs;

interface Open {
  isObject: boolean;
  awaitsKey: boolean;
  /** The names of the fields around it. */
  above: readonly string[];
  /** `above`, then the field that is being read. */
  names: readonly string[];
}

/** Below this depth only the last name is reported, so that deeply nested brackets take linear time. */
const maxNames = 64;

/** Replaces parts of a JSON text. The rest keeps its form, its spaces and its repeated keys. */
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
    const text = found.includes('\\') ? String(JSON.parse(found)) : found.slice(1, -1);
    if (!current?.awaitsKey) return written(found, text, replace.text(names, text));
    current.awaitsKey = false;
    current.names = [...current.above.slice(0, maxNames - 1), text];
    return written(found, text, replace.key(text));
  });
};
