import { useEffect, useMemo } from 'react';
import { toast } from '../../../../ui/toast.ts';
import { PLAYER_TOAST_MS, TOAST_PRUNE_INTERVAL_MS } from '../timings.ts';
import { createToastFilter } from './toast-filter.ts';

export type PlayerToast = (tone: 'success' | 'error', message: string, title?: string) => void;

/** Shows toasts of the players, without repetitions. Stable. */
export function usePlayerToasts(): PlayerToast {
  const filter = useMemo(() => createToastFilter(), []);
  useEffect(() => {
    const timer = setInterval(() => filter.prune(Date.now()), TOAST_PRUNE_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [filter]);
  return useMemo<PlayerToast>(
    () => (tone, message, title) => {
      if (!filter.admit(tone, `${title ?? ''}${message}`, Date.now())) return;
      toast(tone, message, { durationMs: PLAYER_TOAST_MS, ...(title !== undefined && { title }) });
    },
    [filter],
  );
}
