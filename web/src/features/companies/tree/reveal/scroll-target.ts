import { SESSION_KEYS } from '../../../../lib/storage/storage-keys.ts';

/** The node to which the tree scrolls once it is loaded, or null; see TREE-34. */
export function readScrollTarget(): number | null {
  const id = Number(sessionStorage.getItem(SESSION_KEYS.scrollToNode) ?? 0);
  return Number.isInteger(id) && id > 0 ? id : null;
}
export const writeScrollTarget = (id: number): void => sessionStorage.setItem(SESSION_KEYS.scrollToNode, String(id));
export const clearScrollTarget = (): void => sessionStorage.removeItem(SESSION_KEYS.scrollToNode);
