import { type Markup, markup } from '../kit/page/markup.ts';

/** A statement in words, what stands between backticks as code. */
export const statementView = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));
