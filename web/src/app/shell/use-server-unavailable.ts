import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isServerUnavailable } from '../../api/base/api-error.ts';
import { baseApi } from '../../api/base/base-api.ts';
import { useGetReadinessQuery } from '../../api/health-api.ts';

const POLL_MS = 10_000;
const UNAVAILABLE_POLL_MS = 2_000;

/**
 * Whether the server does not answer, polled while the page is visible. Live values come
 * through the broker, so the live connection alone does not show it.
 */
export function useServerUnavailable(): boolean {
  const { error } = useGetReadinessQuery(undefined, { selectFromResult: ({ error }) => ({ error }) });
  return isServerUnavailable(error);
}

/** Polls the server, once per page, and refetches everything when it answers again. */
export function useServerWatch(): void {
  const dispatch = useDispatch();
  const wasUnavailable = useRef(false);
  const unavailable = useServerUnavailable();
  useGetReadinessQuery(undefined, {
    pollingInterval: unavailable ? UNAVAILABLE_POLL_MS : POLL_MS,
    skipPollingIfUnfocused: true,
  });
  useEffect(() => {
    if (wasUnavailable.current && !unavailable) dispatch(baseApi.util.invalidateTags(['Live', 'Profile']));
    wasUnavailable.current = unavailable;
  }, [unavailable, dispatch]);
}
