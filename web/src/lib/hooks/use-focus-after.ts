import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses an element once `open` is false again: a button that a panel replaced while it was open. `useFocusReturn` of
 * Mantine would return to the old element, which is no longer in the page.
 */
export function useFocusAfter<T extends HTMLElement>(open: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) element.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return element;
}
