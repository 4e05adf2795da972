import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../../api/base/base-api.ts';

const POLL_MS = 10_000;

/**
 * Refetches runs while one of them goes on. Their events are not retained, so one that is published before the page has subscribed
 * is lost, and the last one of a run may be that.
 */
export function useRunPolling(active: boolean): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (!active) return;
    const poll = (): void => {
      if (document.visibilityState === 'visible') dispatch(baseApi.util.invalidateTags(['Run']));
    };
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [active, dispatch]);
}
