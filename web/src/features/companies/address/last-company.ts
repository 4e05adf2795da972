import { SESSION_KEYS } from '../../../lib/storage/storage-keys.ts';

const ID = /^[1-9]\d{0,9}$/;

/** The company_id that was selected last in this tab, or null. */
export function readLastCompany(): number | null {
  const text = sessionStorage.getItem(SESSION_KEYS.lastSelectedCompany);
  return text !== null && ID.test(text) ? Number(text) : null;
}
export const writeLastCompany = (id: number): void =>
  sessionStorage.setItem(SESSION_KEYS.lastSelectedCompany, String(id));
export const clearLastCompany = (): void => sessionStorage.removeItem(SESSION_KEYS.lastSelectedCompany);
