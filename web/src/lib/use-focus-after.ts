import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to an element that is back after `open` was true: the button that stood in a panel's place. */
export function useFocusAfter<T extends HTMLElement>(open: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current && !open) element.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return element;
}
