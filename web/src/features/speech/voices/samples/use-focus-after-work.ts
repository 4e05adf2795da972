import { useEffect, useRef, type RefObject } from 'react';
import type { SampleWork } from './use-samples.ts';

/**
 * GET and Yes are removed when they are pressed. The button that replaces them gets the focus afterwards, unless it has moved
 * elsewhere; a bulk creation does not move the focus.
 */
export function useFocusAfterWork(
  work: SampleWork | undefined,
): [button: RefObject<HTMLButtonElement | null>, keepFocus: () => void] {
  const button = useRef<HTMLButtonElement>(null);
  const own = useRef(false);
  useEffect(() => {
    if (work === 'deleting') own.current = true;
    if (work !== undefined || !own.current) return;
    own.current = false;
    if (document.activeElement === document.body) button.current?.focus();
  }, [work]);
  const keepFocus = (): void => {
    own.current = true;
  };
  return [button, keepFocus];
}
