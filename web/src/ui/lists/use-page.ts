import type { ListAddress } from '../../lib/address/use-list-address.ts';
import type { PageSize } from '../../lib/paging/use-page-size.ts';
import { usePagedState, type ListQuery, type ListState, type Page } from './list-state.ts';

type QueryOptions = { pollingInterval?: number; skipPollingIfUnfocused?: boolean; refetchOnMountOrArgChange?: boolean };

/** An endpoint that answers one page, as RTK Query makes them. */
export type PageEndpoint<Arg, Answer> = {
  useQuery: (arg: Arg, options?: QueryOptions) => ListQuery<Answer>;
};

type Options<F, Arg> = {
  at: ListAddress<F>;
  /** How many rows a page has, or the size that people have chosen. */
  size: number | PageSize;
  /** What the endpoint is asked for: as a rule everything, and what else it needs. */
  ask: (asked: F & { page: number; page_size: number }) => Arg;
  options?: QueryOptions;
};

/**
 * The page of an endpoint that an address names, in the state in which a list shows it. `answer`: the last answer to these filters,
 * for what an endpoint tells besides its rows; absent when they could not be loaded.
 */
export function usePage<F, Arg, Row, Answer extends Page<Row>>(
  endpoint: PageEndpoint<Arg, Answer & Page<Row>>,
  { at, size, ask, options }: Options<F, Arg>,
): ListState<Row> & { answer: Answer | undefined } {
  'use no memo';
  const pageSize: PageSize = typeof size === 'number' ? [size] : size;
  const query = endpoint.useQuery(ask({ ...at.filters, page: at.page, page_size: pageSize[0] }), options);
  const list = usePagedState<Row>(query, at, pageSize);
  return { ...list, answer: list.rows && query.data };
}
