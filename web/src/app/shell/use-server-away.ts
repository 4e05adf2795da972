import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isServerAway } from '../../api/api-error.ts';
import { baseApi } from '../../api/base-api.ts';
import { useGetReadinessQuery } from '../../api/health-api.ts';

const QUIET_MS = 10_000;
const AWAY_MS = 2_000;

/**
 * Whether the server does not answer, asked now and then while the page is looked at. Live figures come past it
 * through the broker, so the live connection alone would not tell.
 */
export function useServerAway(): boolean {
  const { error } = useGetReadinessQuery(undefined, { selectFromResult: ({ error }) => ({ error }) });
  return isServerAway(error);
}

/** Does the asking, once for the page, and fetches everything again when the server is back. */
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
