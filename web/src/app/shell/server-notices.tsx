import { useTranslation } from '../../lib/translation.ts';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { isServerUnavailable } from '../../lib/api/api-error.ts';
import { baseApi } from '../../lib/api/base-api.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { call } from '../../lib/api/call.ts';
import { onSkippedRows } from '../../lib/api/answer-check.ts';
import { toast } from '../../ui/toast.ts';

const POLL_MS = 7_000;
/** A server that takes longer counts as away. */
const ANSWERS_MS = 4_000;
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

const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getReadiness: build.query({ ...call(healthHttp.ready, { timeout: ANSWERS_MS }) }),
  }),
});

const { useGetReadinessQuery } = healthApi;

/** The notice is not repeated for this long, since refetched lists contain the same row. */
const SILENCE_MS = 300_000;
const SHOWN_MS = 10_000;

/** Tells the user that a list is not complete, see SHELL-27. */
export function useSkippedRowsNotice(): void {
  const { t } = useTranslation('shell');
  const silentUntil = useRef(0);
  useEffect(
    () =>
      onSkippedRows((rows) => {
        if (performance.now() < silentUntil.current) return;
        silentUntil.current = performance.now() + SILENCE_MS;
        toast('warning', t('skipped_rows', { count: rows }), { id: 'skipped-rows', durationMs: SHOWN_MS });
      }),
    [t],
  );
}
