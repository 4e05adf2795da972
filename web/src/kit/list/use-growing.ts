import { useState } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';

/** Rows are added by so many, until the largest page. */
const STEP = 100;
const ROWS_MAX = 500;

type Loading = {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  fulfilledTimeStamp?: number | undefined;
};
type Query<T> = Loading & { data?: { rows: readonly T[]; total: number } | undefined };

/** What `Rows` says of a list that could not be loaded. */
export function useFailure() {
  const errorText = useErrorMessage();
  return ({ error, isFetching, refetch, fulfilledTimeStamp }: Loading, fallback?: string) =>
    error === undefined
      ? undefined
      : {
          message: errorText(error, fallback),
          onRetry: () => void refetch(),
          retrying: isFetching,
          since: fulfilledTimeStamp ?? 0,
        };
}

/** A list of which a longer page is asked for each time: `size` is that of the page, `listOf` what `Rows` takes of the answer. */
export function useGrowing() {
  const failureOf = useFailure();
  const [size, setSize] = useState(STEP);
  const listOf = <T>(query: Query<T>) => ({
    rows: query.data?.rows,
    failure: failureOf(query),
    more:
      query.data !== undefined && query.data.rows.length < query.data.total && size < ROWS_MAX
        ? { isLoading: query.isFetching, load: () => setSize((now) => Math.min(now + STEP, ROWS_MAX)) }
        : undefined,
  });
  return { size, listOf };
}
