import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { Page } from '../paging/page.ts';

/** An answer that is one page of its matches, whose number is in `X-Total-Count`; its length where the header is missing. */
export const pageOf = <Row>(rows: Row[], meta: FetchBaseQueryMeta | undefined): Page<Row> => ({
  rows,
  total: Number(meta?.response?.headers.get('X-Total-Count') ?? rows.length),
});
