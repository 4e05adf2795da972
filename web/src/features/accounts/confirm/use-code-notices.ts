import { useState } from 'react';
import { useExpiringState } from '../../../lib/hooks/use-expiring-state.ts';

const RESENT_NOTICE_MS = 3_000;

/** `leadsToLogin`: nothing is left to confirm, and the last sentence says that one can sign in. */
type CodeError = { text: string; leadsToLogin: boolean };

/** The messages of a confirmation screen: an error until the code changes or the next attempt, or a success message, some of which expire. */
export function useCodeNotices() {
  const [error, setError] = useState<CodeError | null>(null);
  const [news, show, clearNews] = useExpiringState<string>();
  return {
    error,
    news,
    fail: (text: string, { leadsToLogin = false } = {}) => {
      clearNews();
      setError({ text, leadsToLogin });
    },
    /** The code that the error is about has changed. */
    clearError: () => setError(null),
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
