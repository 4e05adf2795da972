/**
 * Copies text to the clipboard. Browsers offer the clipboard API, which `useClipboard` of Mantine needs, only to secure
 * origins; consoles are often opened by an IP address in a local network, where a selection is copied instead.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  if (globalThis.isSecureContext && navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copySelected(text),
    );
  }
  return copySelected(text);
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog, because its focus trap would remove the selection elsewhere.
  (focused?.parentElement ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
