import type { Instant } from '../dates/instant.ts';

/** Endpoints › Paginated lists. */
export interface PagesPolicy {
  minPage: number;
  minPageSize: number;
  maxPageSize: number;
  /** Whether a list without `after` is refused like one with an invalid `after`. */
  isAfterRequired: boolean;
  selects(
    record: { createdAt: Instant; updatedAt: Instant },
    filter: { after: Instant; updatedAt: Instant | undefined },
  ): boolean;
  totals(facts: { selected: number; pageSize: number }): {
    totalRecords: number;
    totalPages: number;
  };
  /** Positions of a page among the selected records; `end` is exclusive. */
  slice(facts: { page: number; pageSize: number; selected: number }): {
    start: number;
    end: number;
  };
}

export const pagesPolicy: PagesPolicy = {
  minPage: 1,
  minPageSize: 1,
  maxPageSize: 50,
  isAfterRequired: true,
  selects: (record, { after, updatedAt }) =>
    record.createdAt >= after && (updatedAt === undefined || record.updatedAt >= updatedAt),
  totals: ({ selected, pageSize }) => ({
    totalRecords: selected,
    totalPages: Math.ceil(selected / pageSize),
  }),
  slice: ({ page, pageSize }) => ({ start: (page - 1) * pageSize, end: page * pageSize }),
};
