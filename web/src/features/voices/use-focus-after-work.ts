import { useEffect, useRef, type RefObject } from 'react';
import type { SampleWork } from './use-samples.ts';

/**
 * GET and Yes go when they are pressed. What is there in the end gets the focus that went with them, unless it has moved
 * on; a run over many voices moves nothing.
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
