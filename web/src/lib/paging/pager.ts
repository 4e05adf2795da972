/** The content of a pager. `from` and `to` are positions from 1, both 0 for an empty list. */
export type Pager = { page: number; pages: number; from: number; to: number; needed: boolean };

/** Clamps a requested page to the existing ones; see SHELL-16. */
export function pagerOf({ page, pageSize, total }: { page: number; pageSize: number; total: number }): Pager {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    page: shown,
    pages,
    from: total === 0 ? 0 : (shown - 1) * pageSize + 1,
    to: Math.min(shown * pageSize, total),
    needed: total > pageSize,
  };
}
