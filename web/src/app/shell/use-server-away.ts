import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isServerAway } from '../../api/base/api-error.ts';
import { baseApi } from '../../api/base/base-api.ts';
import { useGetReadinessQuery } from '../../api/health-api.ts';

const QUIET_MS = 10_000;
const AWAY_MS = 2_000;

/**
 * Whether the server does not answer, polled while the page is visible. Live values come
 * through the broker, so the live connection alone does not show it.
 */
export function useServerAway(): boolean {
  const { error } = useGetReadinessQuery(undefined, { selectFromResult: ({ error }) => ({ error }) });
  return isServerAway(error);
}

/** Polls the server, once per page, and refetches everything when it answers again. */
export function useServerWatch(): void {
  const dispatch = useDispatch();
  const wasAway = useRef(false);
  const away = useServerAway();
  useGetReadinessQuery(undefined, { pollingInterval: away ? AWAY_MS : QUIET_MS, skipPollingIfUnfocused: true });
  useEffect(() => {
    if (wasAway.current && !away) dispatch(baseApi.util.invalidateTags(['Live', 'Profile']));
    wasAway.current = away;
  }, [away, dispatch]);
}
