import type { LoadResult } from '../../core/load-result.ts';

/** Whether the run followed orders to their webhooks: the script of orders alone does not. */
export const isFollowed = ({ run }: LoadResult): boolean => run.script !== 'orders';

export const notFollowed = 'This script follows no notification; "webhooks" and "mixed" do.';
