import { DEFAULT_PAGE_SIZE } from '@belfry/schemas/domain/limits';

/** The limit and offset of a statement. */
export type Page = { limit: number; offset: number };

/** The page that a query asks for; null where it asks for the whole list; see HTTP-5. */
export function pageOf({ page, page_size }: { page?: number; page_size?: number }): Page | null {
  if (page === undefined && page_size === undefined) return null;
  const limit = page_size ?? DEFAULT_PAGE_SIZE;
  return { limit, offset: ((page ?? 1) - 1) * limit };
}
