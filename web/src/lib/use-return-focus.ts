import { useLayoutEffect } from 'react';

/**
 * Gives the focus back, when a dialog goes, to what had it when it came. For dialogs that are mounted when opened:
 * Mantine's own return needs one that was there before.
 */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}
