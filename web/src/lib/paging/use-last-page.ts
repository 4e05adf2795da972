import { useEffect } from 'react';
import { pagerOf } from './pager.ts';

type Options = {
  page: number;
  pageSize: number;
  /** How many rows all pages have; undefined until the page is loaded. */
  total: number | undefined;
  /** Replaces the page in the address. */
  onLast: (last: number) => void;
};

/** Goes to the last page from one that no longer exists, and tells whether it does; see SHELL-16. */
export function useLastPage({ page, pageSize, total, onLast }: Options): boolean {
  const last = pagerOf({ page, pageSize, total: total ?? 0 }).pages;
  const beyond = total !== undefined && page > last;
  useEffect(() => {
    if (beyond) onLast(last);
  });
  return beyond;
}
