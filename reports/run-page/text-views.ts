import { type Markup, markup } from '../kit/page/markup.ts';

/** A sentence, with what stands between backticks as code. */
export const sentenceView = (text: string): Markup[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`));

/** A command to paste. The script of the page shows the button. */
export const commandView = (name: string, command: string): Markup =>
  markup`<div class="command"><code tabindex="0" role="group" aria-label="Command: ${name}">${command}</code><button type="button" class="copy" hidden>Copy<span class="unseen"> the ${name} command</span></button></div>`;
