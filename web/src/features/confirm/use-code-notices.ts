import { useState } from 'react';
import { useExpiringState } from '../../lib/hooks/use-expiring-state.ts';

const RESENT_NOTICE_MS = 3_000;

/** The messages of a confirmation screen: an error until the next attempt, or a success message, some of which expire. */
export function useCodeNotices() {
  const [error, setError] = useState<string | null>(null);
  const [news, show, clearNews] = useExpiringState<string>();
  return {
    error,
    news,
    fail: (text: string) => {
      clearNews();
      setError(text);
    },
    showNotice: (text: string, { brief = false } = {}) => {
      setError(null);
      show(text, brief ? RESENT_NOTICE_MS : undefined);
    },
    clear: () => {
      setError(null);
      clearNews();
    },
  };
}
