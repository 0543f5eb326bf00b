import { createHash } from 'node:crypto';
import { Markup, markup, type Part } from './markup.ts';
import { pageStyle } from './style.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

interface Inlined {
  /** Styles in addition to the style of all pages. */
  styles: readonly string[];
  scripts: readonly string[];
}

const policyFor = ({ styles, scripts }: Inlined): string =>
  [
    "default-src 'none'",
    ...(scripts.length > 0 ? [`script-src ${scripts.map(hashOf).join(' ')}`] : []),
    `style-src ${[pageStyle, ...styles].map(hashOf).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * An HTML page without any request. Its policy allows only the styles and scripts that it contains, by their hashes.
 */
export const pageDocument = (title: string, body: Markup, inlined: Inlined = { styles: [], scripts: [] }): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyFor(inlined))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${[pageStyle, ...inlined.styles].map((style) => markup`<style>${new Markup(style)}</style>`)}
</head>
<body>
${body}
${inlined.scripts.map((script) => markup`<script>${new Markup(script)}</script>`)}
</body>
</html>
`.text;

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
