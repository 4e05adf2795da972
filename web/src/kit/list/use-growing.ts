import { useState } from 'react';
import { useErrorMessage } from '../../lib/api/use-error-message.ts';

/** Rows are added by so many, until the largest page. */
const STEP = 100;
const ROWS_MAX = 500;

type Query<T> = {
  data?: { rows: readonly T[]; total: number } | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
  fulfilledTimeStamp?: number | undefined;
};

/** A list of which a longer page is asked for each time: `size` is that of the page, `listOf` what `Rows` takes of the answer. */
export function useGrowing() {
  const errorText = useErrorMessage();
  const [size, setSize] = useState(STEP);
  const listOf = <T>({ data, error, isFetching, refetch, fulfilledTimeStamp }: Query<T>) => ({
    rows: data?.rows,
    failure:
      error === undefined
        ? undefined
        : {
            message: errorText(error),
            onRetry: () => void refetch(),
            retrying: isFetching,
            since: fulfilledTimeStamp ?? 0,
          },
    more:
      data !== undefined && data.rows.length < data.total && size < ROWS_MAX
        ? { isLoading: isFetching, load: () => setSize((now) => Math.min(now + STEP, ROWS_MAX)) }
        : undefined,
  });
  return { size, listOf };
}
