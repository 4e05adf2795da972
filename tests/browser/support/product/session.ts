import type { Page } from '@playwright/test';
import type { FixtureUser } from '../fixtures.ts';

/** The environment variable with the copy of the console that `browser-setup.ts` made. */
export const consoleEnvironment = ({ WEB_DIST = '' }: NodeJS.ProcessEnv): { WEB_DIST: string } => ({ WEB_DIST });

/** Stores in a new tab what sign-in stores (AUTH-16), once only, so that a page that signs out stays signed out. */
export async function storeSession(page: Page, { id, key, role }: FixtureUser): Promise<void> {
  await page.addInitScript(
    (session) => {
      // The script also runs in the sandboxed frame of an email, which has no storage.
      if (globalThis.origin === 'null') return;
      if (sessionStorage.getItem('test-session') !== null) return;
      for (const [name, value] of Object.entries({ ...session, 'test-session': 'stored' }))
        sessionStorage.setItem(name, value);
    },
    { Authorization: key, user_key: key, admin_user_key: key, user_id: String(id), user_role: role },
  );
}
