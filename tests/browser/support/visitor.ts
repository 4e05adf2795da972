import type { Page } from '@playwright/test';
import type { Person } from './cast.ts';

/** The copy of the console that `browser-setup.ts` has made. */
export const consoleOf = ({ WEB_DIST = '' }: NodeJS.ProcessEnv): { WEB_DIST: string } => ({ WEB_DIST });

/** What sign-in stores (AUTH-16), once: a page that signs out stays signed out. */
export async function enter(page: Page, { id, key, role }: Person): Promise<void> {
  await page.addInitScript(
    (session) => {
      // It runs in frames too, and the frame of a mail may keep nothing.
      if (globalThis.origin === 'null') return;
      if (sessionStorage.getItem('told') !== null) return;
      for (const [name, value] of Object.entries({ ...session, told: 'yes' })) sessionStorage.setItem(name, value);
    },
    { Authorization: key, user_key: key, admin_user_key: key, user_id: String(id), user_role: role },
  );
}
