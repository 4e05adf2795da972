import { useEffect, type RefObject } from 'react';

/**
 * Sets `aria-activedescendant` to the highlighted option after every search: the combobox of Mantine does so for arrow keys
 * only. Call it after the effect that highlights.
 */
export function useActiveDescendant(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '');
    const option = list?.querySelector('[data-combobox-selected]');
    if (option?.id) input.current?.setAttribute('aria-activedescendant', option.id);
    else input.current?.removeAttribute('aria-activedescendant');
  });
}
