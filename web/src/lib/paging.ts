import { useEffect } from 'react';
import { z } from 'zod';
import { useAddress } from './address.ts';
import { readLocal, writeLocal, LOCAL_KEYS } from './storage.ts';

export type Page<Row> = { rows: Row[]; total: number };

const PARAM = 'page_size';
export const LIST_PAGE_SIZE = 20;
export const LIST_PAGE_SIZES = [8, 16, LIST_PAGE_SIZE, 32, 64] as const;

const sizeSchema = z.coerce.number().pipe(z.literal(LIST_PAGE_SIZES));
/** One size for each list; invalid ones are dropped alone. */
const storedSchema = z.object({
  alarms: sizeSchema.optional().catch(undefined),
  users: sizeSchema.optional().catch(undefined),
  voices: sizeSchema.optional().catch(undefined),
  audit: sizeSchema.optional().catch(undefined),
  outbox: sizeSchema.optional().catch(undefined),
  sms: sizeSchema.optional().catch(undefined),
});
export type PageSize = readonly [size: number, choose?: (size: number) => void];

type PagedList = keyof z.infer<typeof storedSchema>;

const readStored = (): z.infer<typeof storedSchema> => readLocal(LOCAL_KEYS.pageSizes, storedSchema) ?? {};

/**
 * The rows per page of a list: from the address, otherwise the stored size, otherwise the default. The address names it
 * when it is not the default, so that a shared link shows the same rows; see SHELL-16.
 */
export function usePageSize(list: PagedList): [size: number, choose: (size: number) => void] {
  const [address, setAddress] = useAddress();
  const named = sizeSchema.safeParse(address.get(PARAM) ?? undefined).data;
  const size = named ?? readStored()[list] ?? LIST_PAGE_SIZE;
  const missing = named === undefined && size !== LIST_PAGE_SIZE;

  useEffect(() => {
    if (!missing) return;
    setAddress((now) => withSize(now, size), { replace: true, preventScrollReset: true });
  });

  const choose = (pageSize: number): void => {
    writeLocal(LOCAL_KEYS.pageSizes, { ...readStored(), [list]: pageSize });
    setAddress(
      (now) => {
        const next = withSize(now, pageSize);
        next.delete('page');
        return next;
      },
      { preventScrollReset: true },
    );
  };
  return [size, choose];
}

function withSize(address: URLSearchParams, size: number): URLSearchParams {
  const next = new URLSearchParams(address);
  if (size === LIST_PAGE_SIZE) next.delete(PARAM);
  else next.set(PARAM, String(size));
  return next;
}

type Options = {
  page: number;
  pageSize: number;
  total: number | undefined;
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

/** The content of a pager. `from` and `to` are positions from 1, both 0 for an empty list. */
type Pager = { page: number; pages: number; from: number; to: number; needed: boolean };

/** Clamps a requested page to the existing ones; see SHELL-16. */
export function pagerOf({ page, pageSize, total }: { page: number; pageSize: number; total: number }): Pager {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const current = Math.min(Math.max(1, page), pages);
  return {
    page: current,
    pages,
    from: total === 0 ? 0 : (current - 1) * pageSize + 1,
    to: Math.min(current * pageSize, total),
    needed: total > pageSize,
  };
}

type Query<Data> = {
  data?: Data | undefined;
  currentData?: unknown;
  error?: unknown;
};

/**
 * What a list shows of a query: the rows of the previous page or filters, dimmed, while the next ones are loaded, but not when that
 * has failed; see SHELL-30.
 * @returns `changing`: the rows belong to the previous query
 */
export function shownData<Data>({ data, currentData, error }: Query<Data>): {
  data: Data | undefined;
  changing: boolean;
} {
  const changing = currentData === undefined;
  const visible = error !== undefined && changing ? undefined : data;
  return { data: visible, changing: changing && visible !== undefined };
}
