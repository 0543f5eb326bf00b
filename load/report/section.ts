import type { Markup } from '../../reports/kit/page/markup.ts';

/** A part of the page that the contents name. */
export interface Section {
  /** Of its heading, unique in the page. */
  id: string;
  title: string;
  body: Markup;
}
