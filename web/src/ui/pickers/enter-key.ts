import type { KeyboardEvent } from 'react';

/**
 * Whether Enter was pressed, for `onKeyDownCapture` of a field with a list. It then reaches neither the form around the field nor the handler of
 * the library, which loses the highlighted match: a timer that starts when the list opens sets its index to that of the chosen option, and a list
 * that is drawn after the text was typed has no highlighted option yet.
 */
export function isEnter(event: KeyboardEvent<HTMLInputElement>): boolean {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** The option that the keyboard is at in the open list of a field. */
export const highlightedOption = (field: HTMLElement): HTMLElement | null =>
  optionOf(field, '[data-combobox-selected]');
/** The option that is chosen already. */
export const chosenOption = (field: HTMLElement): HTMLElement | null => optionOf(field, '[data-combobox-active]');
export const firstOption = (field: HTMLElement): HTMLElement | null => optionOf(field, '[data-combobox-option]');

function optionOf(field: HTMLElement, selector: string): HTMLElement | null {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>(selector) ?? null;
}
