import { pointerPart } from '../../core/json.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';

/** A line of a request or an answer. */
export interface MessageLine {
  /**
   * How an assertion names it: `status`, `header <name>`, or the JSON pointer of the value that starts or ends here.
   */
  pointer: string;
  /** The text before the value: a header name, or the indent and key of a property. */
  label: string;
  text: string;
}

const indentWidth = 2;
/** Deeper JSON is shown unformatted: each level is a longer indent. */
const maxDepth = 60;

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Level {
  pointer: string;
  isArray: boolean;
  /** Index of the next value of an array. */
  index: number;
}

const keyPart = (quoted: string): string =>
  pointerPart(quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1));

/**
 * JSON with one line for each value and every token unchanged: numbers keep their digits, duplicate keys stay.
 * Undefined if the text is not JSON or too deep.
 */
export const jsonLines = (text: string): MessageLine[] | undefined => {
  if (parsedJson(text) === undefined) return undefined;
  const lines: MessageLine[] = [];
  const levels: Level[] = [];
  let key: string | undefined;
  /** The last written value or closing bracket: only a comma may follow on its line. */
  let line: MessageLine | undefined;

  const indent = (): string => ' '.repeat(levels.length * indentWidth);
  const begin = (written: string): MessageLine => {
    const level = levels.at(-1);
    const named = key === undefined ? '' : `${key}: `;
    const part = level?.isArray ? String(level.index++) : keyPart(key ?? '""');
    const pointer = level ? `${level.pointer}/${part}` : '';
    key = undefined;
    const begun = { pointer, label: indent() + named, text: written };
    lines.push(begun);
    return begun;
  };

  const tokens = text.match(token) ?? [];
  for (const [index, found] of tokens.entries()) {
    if (found === ',') {
      if (line) line.text += ',';
    } else if (found === '{' || found === '[') {
      if (levels.length === maxDepth) return undefined;
      const opened = begin(found);
      levels.push({ pointer: opened.pointer, isArray: found === '[', index: 0 });
      line = opened;
    } else if (found === '}' || found === ']') {
      const closed = levels.pop();
      const opening = tokens[index - 1];
      if (line && (opening === '{' || opening === '[')) {
        line.text += found;
      } else {
        line = { pointer: closed?.pointer ?? '', label: indent(), text: found };
        lines.push(line);
      }
    } else if (found !== ':') {
      if (tokens[index + 1] === ':') key = found;
      else line = begin(found);
    }
  }
  return lines;
};
