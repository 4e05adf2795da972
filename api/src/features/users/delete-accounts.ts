import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deletePlaylistsOf } from '../library/index.ts';
import { deleteUsers } from '../accounts/users/index.ts';

/**
 * Deletes users with everything of theirs, except devices, which must be released before. Playlists go first: no audio is deleted while a
 * playlist has it, although it belongs to the same person.
 */
export async function deleteAccounts(trx: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await deletePlaylistsOf(trx, userIds);
  await deleteUsers(trx, userIds);
}
