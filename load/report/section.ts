import type { LoadResult } from '../../core/load-result.ts';
import type { Column, Markup } from '../../reports/kit/page/markup.ts';

/** Whether the run followed orders to their notifications, which the script `orders` does not. */
export const isFollowed = ({ run }: LoadResult): boolean => run.script !== 'orders';

export const notFollowed = 'This script follows no notification; "webhooks" and "mixed" do.';

export interface Section {
  /** Unique in the page. */
  id: string;
  title: string;
  body: Markup;
}

export const textColumns = (...names: readonly string[]): Column[] => names.map((name) => ({ name }));

export const numberColumns = (...names: readonly string[]): Column[] => names.map((name) => ({ name, isNumber: true }));
