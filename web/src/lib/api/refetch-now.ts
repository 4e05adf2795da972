import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { baseApi, type Tag } from './base-api.ts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';

type State = Parameters<typeof baseApi.util.selectInvalidatedBy>[0];
export type ApiDispatch = ThunkDispatch<State, unknown, UnknownAction>;
type Refetch = (arg: unknown, options: { subscribe: false; forceRefetch: true }) => UnknownAction;

/**
 * Refetches the cached queries with these tags without waiting. `invalidateTags` waits until no request is pending, which
 * takes up to 20 s while the response of a command is awaited. A query that is being fetched is fetched again afterwards,
 * since its answer may be older than the change.
 */
export const refetchNow =
  (tags: (Tag | { type: Tag; id: string | number })[]) =>
  (dispatch: ApiDispatch, getState: () => State): void => {
    for (const { endpointName, originalArgs, queryCacheKey } of baseApi.util.selectInvalidatedBy(getState(), tags)) {
      // Endpoints are injected by the features, so their names are not in the type of the base api.
      const { initiate } = (baseApi.endpoints as Record<string, { initiate: Refetch }>)[endpointName] ?? {};
      if (!initiate) continue;
      const refetch = (): unknown => dispatch(initiate(originalArgs, { subscribe: false, forceRefetch: true }));
      const running = dispatch(baseApi.util.getRunningQueriesThunk()).find(
        (query) => query.queryCacheKey === queryCacheKey,
      );
      if (running) void running.then(refetch, refetch);
      else refetch();
    }
  };

const POLL_MS = 10_000;

/**
 * Refetches what has this tag, while it is `active` and the page is visible: for what goes on and changes without an event, or whose
 * last event was lost because it was published before the page had subscribed.
 */
export function usePolling(tag: Tag, active: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!active) return;
    const poll = (): void => {
      if (document.visibilityState === 'visible') dispatch(baseApi.util.invalidateTags([tag]));
    };
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [tag, active, dispatch]);
}
