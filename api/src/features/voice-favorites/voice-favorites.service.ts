import type { Favorite } from '@belfry/schemas/http/voices';
import type { Principal } from '../../http/principal.ts';
import type { Wire } from '../../http/route.ts';
import { sampleUrlOf } from '../voice-samples/index.ts';
import { findVisibleVoice, toGender } from '../voices/index.ts';
import type { VoiceFavoritesDeps } from './deps.ts';
import { deleteFavorite, findFavorites, insertFavorite } from './voice-favorites.repository.ts';

type Parts = Pick<VoiceFavoritesDeps, 'db' | 'events'>;

export async function listFavorites({ db }: Pick<Parts, 'db'>, user: Principal): Promise<Wire<Favorite>[]> {
  const rows = await findFavorites(db, user.id);
  return rows.map((row) => ({
    voice_name: row.voice_name,
    display_name: row.display_name,
    gender: toGender(row),
    language_codes: row.language_codes,
    sample_url: sampleUrlOf(row.voice_name),
    added_at: row.added_at,
  }));
}

/** Adding what is a favourite already changes nothing. Throws not_found for a voice that the caller may not have. */
export async function addFavorite(parts: Parts, user: Principal, voiceName: string): Promise<void> {
  await findVisibleVoice(parts, user, voiceName);
  if (await insertFavorite(parts.db, user.id, voiceName)) tell(parts, user, voiceName);
}

/** Removing what is no favourite changes nothing. */
export async function removeFavorite(parts: Parts, user: Principal, voiceName: string): Promise<void> {
  if (await deleteFavorite(parts.db, user.id, voiceName)) tell(parts, user, voiceName);
}

/** The caller's other tabs, and the catalogue's counts. */
const tell = ({ events }: Parts, user: Principal, voiceName: string): void =>
  events.changed('voices_changed', [voiceName], user.id);
