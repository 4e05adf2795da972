import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownData } from '../../lib/paging/shown-data.ts';
import { useLastPage } from '../../lib/paging/use-last-page.ts';
import { LIST_PAGE_SIZE, LIST_PAGE_SIZES } from '../../lib/paging/use-page-size.ts';
import { Pager } from './pager.tsx';
import { ErrorState } from '../states/error-state.tsx';
import { LineSkeletons } from '../states/skeletons.tsx';
import { Stale } from '../states/stale.tsx';

const ROW_PX = 52;
const SKELETONS = 6;

/** A query for one page of a list, as RTK Query returns it. */
type PageQuery<Item> = {
  data?: { items: readonly Item[]; total: number; page: number } | undefined;
  /** Absent while another page, or other filters, are being loaded. */
  currentData?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  fulfilledTimeStamp?: number | undefined;
};

type Props<Item> = {
  label: string;
  /** The class of the list, whose entries `children` draws. */
  className: string | undefined;
  query: PageQuery<Item>;
  /** Why the page could not be loaded. */
  failure: string | undefined;
  /** What the address names. */
  page: number;
  pageSize: number;
  onPageSize: (size: number) => void;
  onGo: (page: number, options?: { replace: boolean }) => void;
  showing: (range: { from: string; to: string; total: string; count: number }) => string;
  /** Shown in the place of an empty list. */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
};

/** A list that is loaded page by page, with its five states. A page beyond the last one leads to that. */
export function PagedList<Item>({ query, failure, page, pageSize, onGo, children, ...rest }: Props<Item>) {
  const { currentData, isFetching, refetch, fulfilledTimeStamp = 0 } = query;
  const { data, changing } = shownData({ ...query, error: failure });
  const total = currentData === undefined ? undefined : data?.total;
  useLastPage({ page, pageSize, total, onLast: (last) => onGo(last, { replace: true }) });
  const refusal = failure !== undefined && (
    <ErrorState message={failure} onRetry={() => void refetch()} retrying={isFetching} />
  );
  if (!data) return refusal || <LineSkeletons count={SKELETONS} height={ROW_PX} />;
  if (data.items.length === 0) return rest.empty;
  return (
    <>
      {refusal}
      <Stale active={failure !== undefined} since={fulfilledTimeStamp}>
        <Paper withBorder>
          <ul className={rest.className} aria-label={rest.label} aria-busy={changing}>
            {data.items.map(children)}
          </ul>
        </Paper>
      </Stale>
      <Pager
        page={data.page}
        target={failure === undefined ? page : undefined}
        pageSize={pageSize}
        sizes={{ choices: LIST_PAGE_SIZES, initial: LIST_PAGE_SIZE, onChoose: rest.onPageSize }}
        total={data.total}
        showing={rest.showing}
        onGo={onGo}
      />
    </>
  );
}
