import type { LoadResult } from '../../core/load-result.ts';
import type { Markup } from '../../reports/kit/page/markup.ts';

/** Whether the run followed orders to their webhooks: the script of orders alone does not. */
export const isFollowed = ({ run }: LoadResult): boolean => run.script !== 'orders';

export const notFollowed = 'This script follows no notification; "webhooks" and "mixed" do.';

/** A part of the page that the contents name. */
export interface Section {
  /** Of its heading, unique in the page. */
  id: string;
  title: string;
  body: Markup;
}
