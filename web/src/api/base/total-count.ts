import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

/** The number of matches, of which an answer is one page (`X-Total-Count`); the length of the answer where the header is missing. */
export const totalCount = (meta: FetchBaseQueryMeta | undefined, page: readonly unknown[]): number =>
  Number(meta?.response?.headers.get('X-Total-Count') ?? page.length);
