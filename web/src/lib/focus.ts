import { useLayoutEffect, useEffect, useRef, type RefObject } from 'react';

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

type Options = { value: string; maxLength: number; onChange: (value: string) => void };

/**
 * Inserts text into a controlled text area: at the caret, which is behind it afterwards, or at the end before anybody was in the field.
 * Inserts nothing that does not fit.
 */
export function useInsertAtCaret({ value, maxLength, onChange }: Options) {
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number>(undefined);
  const entered = useRef(false);
  useEffect(() => {
    const { current } = field;
    const enter = (): void => {
      entered.current = true;
    };
    current?.addEventListener('focus', enter);
    return () => current?.removeEventListener('focus', enter);
  }, []);
  // A browser moves the caret to the end when the new value is rendered.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const insert = (text: string): void => {
    const end = { selectionStart: value.length, selectionEnd: value.length };
    const { selectionStart: from, selectionEnd: to } = (entered.current && field.current) || end;
    const next = value.slice(0, from) + text + value.slice(to);
    if (next.length > maxLength) return;
    caret.current = from + text.length;
    onChange(next);
    field.current?.focus();
  };
  return { field, insert };
}
