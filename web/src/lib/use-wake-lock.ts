import { useEffect } from 'react';

/** Keeps the screen on while it is wanted and the page is shown, where the browser can. */
export function useWakeLock(awake = true): void {
  useEffect(() => {
    const { wakeLock }: { wakeLock?: WakeLock } = navigator;
    if (!awake || !wakeLock) return undefined;
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    // A browser releases it when the page is hidden.
    const request = async (): Promise<void> => {
      if (document.hidden || isOver) return;
      // Such as with a low battery.
      held = await wakeLock.request('screen').catch(() => null);
      if (isOver) void held?.release();
    };
    const requestAgain = (): void => void request();
    void request();
    document.addEventListener('visibilitychange', requestAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', requestAgain);
      void held?.release();
    };
  }, [awake]);
}
