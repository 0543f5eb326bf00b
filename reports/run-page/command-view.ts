import { type Markup, markup } from '../kit/page/markup.ts';

/** A command to paste; the button is there for pages whose script runs. */
export const commandView = (name: string, command: string): Markup =>
  markup`<div class="command"><code tabindex="0" role="group" aria-label="Command: ${name}">${command}</code><button type="button" class="copy" hidden>Copy<span class="unseen"> the ${name} command</span></button></div>`;
