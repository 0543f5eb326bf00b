import type { StoredExchange } from '../../core/exchange.ts';
import { type Markup, markup, nothing, type Part } from '../kit/page/markup.ts';
import { excerpt } from '../kit/printable.ts';

/** A section of the page with a link in the contents. */
export interface AboutSection {
  id: string;
  title: string;
  body: Markup;
}

/** `note` appears in the heading, but not in the contents. */
export const section = (id: string, title: string, body: Part, note?: Part): AboutSection => {
  const small = note === undefined ? '' : markup` <small>${note}</small>`;
  return {
    id,
    title,
    body: markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}${small}</h2>${body}</section>`,
  };
};

/** A command to paste. The script of the page shows the button. */
export const commandView = (name: string, command: string): Markup =>
  markup`<div class="command"><code tabindex="0" role="group" aria-label="Command: ${name}">${command}</code><button type="button" class="copy" hidden>Copy<span class="unseen"> the ${name} command</span></button></div>`;

const maxAssertionLength = 400;

/** The assertions, with the actual value of each failed one. */
export const assertionsView = (assertions: StoredExchange['assertions']): Markup => {
  if (assertions.length === 0) return nothing;
  const items = assertions.map(({ pointer, expected, actual, held }) => {
    const expectedHere = markup`<code>${pointer === '' ? 'the body' : pointer}</code> ${excerpt(expected, maxAssertionLength)}`;
    return held
      ? markup`<li class="held"><span class="sign" role="img" aria-label="holds">✓</span><div>${expectedHere}</div></li>`
      : markup`<li class="broken"><span class="sign" role="img" aria-label="does not hold">✗</span><div>${expectedHere}<br>but it is <b>${excerpt(actual, maxAssertionLength)}</b></div></li>`;
  });
  return markup`<ul class="assertions">${items}</ul>`;
};
