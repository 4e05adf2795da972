type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const labelOf = (field: Field): string =>
  (field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? field.placeholder)
    .replace(/\s*\*\s*$/, '')
    .trim();

function excess(field: Field, text: string): number {
  const selected = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0);
  return field.value.length - selected + text.length - field.maxLength;
}

/**
 * Browsers cut off input beyond `maxlength` without feedback. Calls `notify` for every field of the page where that happens.
 * @returns removes the listener
 */
export function listenForLongInput(
  notify: (field: string, max: number) => void,
  page: Document = document,
): () => void {
  const onInput = (event: InputEvent): void => {
    const { target } = event;
    if (!isField(target) || target.maxLength < 0 || target.readOnly || event.isComposing) return;
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (text !== '' && excess(target, text) > 0) notify(labelOf(target), target.maxLength);
  };
  page.addEventListener('beforeinput', onInput);
  return () => page.removeEventListener('beforeinput', onInput);
}
