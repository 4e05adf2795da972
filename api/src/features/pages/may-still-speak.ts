import type { Deps } from '../../deps.ts';
import { findCallerOfKey } from '../accounts/index.ts';
import { hasPlacesOf } from '../announcements/index.ts';
import type { PagePolicies } from './open-page.service.ts';
import type { StoredPage } from './pages.repository.ts';

/** Whether the session of the speaker is still valid, and they may still speak at every place of the page. */
export async function mayStillSpeak(
  { db }: Pick<Deps, 'db'>,
  { key_id, run_id, opened_by, priority }: StoredPage,
  policies: PagePolicies,
): Promise<boolean> {
  const caller = await findCallerOfKey(db, key_id);
  if (caller?.id !== opened_by) return false;
  const policy = priority === 'emergency' ? policies.emergency : policies.speak;
  return hasPlacesOf(db, run_id, [policy(caller)]);
}
