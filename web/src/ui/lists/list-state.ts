import type { ListAddress } from '../../lib/list-address.ts';
import { type PageSize, type Page, pagerOf, useLastPage } from '../../lib/paging.ts';
import { useState } from 'react';

type QueryOptions = { pollingInterval?: number; skipPollingIfUnfocused?: boolean; refetchOnMountOrArgChange?: boolean };

/**
 * An endpoint that answers one page, as RTK Query makes them. `Types` is for the compiler, which cannot infer the answer from a hook
 * whose result can be selected.
 */
export type PageEndpoint<Arg, Answer> = {
  Types: { QueryArg: Arg; ResultType: Answer };
  useQuery: (arg: Arg, options?: QueryOptions) => ListQuery<NoInfer<Answer>>;
};

type Options<F, Arg> = {
  at: ListAddress<F>;
  size: number | PageSize;
  /** Builds the argument of the endpoint from filters and page. */
  ask: (asked: F & { page: number; page_size: number }) => NoInfer<Arg>;
  options?: QueryOptions;
};

/**
 * The page of an endpoint that an address names, in the state in which a list shows it. `answer`: the last answer, of any page
 * and filters, for what an endpoint tells besides its rows.
 */
export function usePage<F, Arg, Answer extends Page<unknown>>(
  endpoint: PageEndpoint<Arg, Answer>,
  { at, size, ask, options }: Options<F, Arg>,
): ListState<Answer['rows'][number]> & { answer: Answer | undefined } {
  'use no memo';
  const pageSize: PageSize = typeof size === 'number' ? [size] : size;
  // oxlint-disable-next-line react/hooks -- a list has one endpoint as long as it is shown; not compiled by the React compiler
  const query = endpoint.useQuery(ask({ ...at.filters, page: at.page, page_size: pageSize[0] }), options);
  const list = usePagedState<Answer['rows'][number]>(query, at, pageSize);
  return { ...list, answer: query.data };
}

export type ListQuery<Data> = {
  data?: Data | undefined;
  /** The answer to what is asked now; absent while it is loaded. */
  currentData?: Data | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  fulfilledTimeStamp?: number | undefined;
};

export type ListPager = {
  page: number;
  /** The page that was asked for; absent when it could not be loaded. */
  target: number | undefined;
  pageSize: number;
  onPageSize: ((size: number) => void) | undefined;
  total: number;
  onGo: (page: number) => void;
};

export type ListState<Row> = {
  /** Absent before the first answer, and when what was asked for could not be loaded: then other rows would be no answer. */
  rows: readonly Row[] | undefined;
  /** The rows answer the previous question. */
  changing: boolean;
  error: unknown;
  /** Loads the rows again; a promise that is settled afterwards. */
  retry: () => unknown;
  retrying: boolean;
  /** When the rows were loaded: ms since the epoch. */
  since: number;
  /** Absent without rows, and for lists without pages. */
  pager: ListPager | undefined;
};

type Place = { page: number; goTo: (page: number, options?: { replace?: boolean }) => void };

/** The state of a list that the server divides into pages. A page beyond the last one leads to that; see SHELL-16. */
export function usePagedState<Row>(
  query: ListQuery<Page<Row>>,
  { page, goTo }: Place,
  [pageSize, onPageSize]: PageSize,
): ListState<Row> {
  const { data, currentData, error } = query;
  const changing = currentData === undefined;
  const [shownPage, setShownPage] = useState(page);
  if (!changing && shownPage !== page) setShownPage(page);
  const beyond = useLastPage({
    page,
    pageSize,
    total: currentData?.total,
    onLast: (last) => goTo(last, { replace: true }),
  });
  const visible = (error !== undefined && changing) || (beyond && data?.rows.length === 0) ? undefined : data;
  return {
    ...stateOf(query, visible?.rows, changing),
    pager: visible && {
      page: shownPage,
      target: error === undefined ? page : undefined,
      pageSize,
      onPageSize,
      total: visible.total,
      onGo: goTo,
    },
  };
}

/** The state of a list that the console has as a whole and divides into pages itself. @param rows those that match the filters */
export function pagedHere<Row>(
  query: ListQuery<unknown>,
  rows: readonly Row[],
  { page, goTo, pageSize }: Place & { pageSize: number },
): ListState<Row> {
  const { from, to } = pagerOf({ page, pageSize, total: rows.length });
  return {
    ...stateOf(query, query.data === undefined ? undefined : rows.slice(Math.max(0, from - 1), to), false),
    pager: { page, target: page, pageSize, onPageSize: undefined, total: rows.length, onGo: goTo },
  };
}

/** The state of a list without pages. @param rows those that match the filters; by default all */
export function wholeList<Row>(query: ListQuery<unknown>, rows: readonly Row[] | undefined): ListState<Row> {
  const changing = rows !== undefined && 'currentData' in query && query.currentData === undefined;
  const visible = query.error !== undefined && changing ? undefined : rows;
  return { ...stateOf(query, visible, changing && visible !== undefined), pager: undefined };
}

const stateOf = <Row>(
  { error, isFetching, refetch, fulfilledTimeStamp }: ListQuery<unknown>,
  rows: readonly Row[] | undefined,
  changing: boolean,
): Omit<ListState<Row>, 'pager'> => ({
  rows,
  changing,
  error,
  retry: refetch,
  retrying: isFetching,
  since: fulfilledTimeStamp ?? 0,
});
