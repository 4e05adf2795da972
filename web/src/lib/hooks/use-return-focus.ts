import { useLayoutEffect } from 'react';

/**
 * Returns the focus, when a dialog is unmounted, to the element that had it when the dialog was mounted. `useFocusReturn`
 * of Mantine needs a dialog that is mounted before it is opened.
 */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}
