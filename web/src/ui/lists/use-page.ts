import type { ListAddress } from '../../lib/address/use-list-address.ts';
import type { PageSize } from '../../lib/paging/use-page-size.ts';
import type { Page } from '../../lib/paging/page.ts';
import { usePagedState, type ListQuery, type ListState } from './list-state.ts';

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
  /** How many rows a page has, or the size that people have chosen. */
  size: number | PageSize;
  /** What the endpoint is asked for: as a rule everything, and what else it needs. */
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
