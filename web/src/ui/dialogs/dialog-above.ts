/**
 * Whether the focus is in another dialog than the one that contains the element with this id. Escape there closes only that one, but
 * reaches both.
 */
export function isDialogAbove(id: string): boolean {
  const holder = document.activeElement?.closest('[role="dialog"]');
  return holder != null && !holder.contains(document.getElementById(id));
}
