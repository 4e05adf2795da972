import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi, type Tag } from './base-api.ts';

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
