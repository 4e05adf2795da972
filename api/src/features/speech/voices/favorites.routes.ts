import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import type { Favorite } from '@belfry/schemas/http/speech/voices';
import { auditOwn } from '../../../audit/audit-log.repository.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { Wire } from '../../../http/routes/route.ts';
import { canReadVoice, type VoicePolicy } from '../../../policies/devices.ts';
import { serve } from '../../../serve.ts';
import { deleteFavorite, findFavorites, insertFavorite } from './favorites.repository.ts';
import { findPermittedVoice, sampleUrlOf, toGender } from './voices.service.ts';

type VoiceFavoritesDeps = Pick<Deps, 'db' | 'events'>;
async function listFavorites({ db }: Pick<Deps, 'db'>, user: Principal): Promise<Wire<Favorite>[]> {
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

/** Adding an existing favourite has no effect. Throws not_found for a voice that the policy does not permit. */
async function addFavorite(
  deps: VoiceFavoritesDeps,
  user: Principal,
  policy: VoicePolicy,
  voiceName: string,
): Promise<void> {
  await findPermittedVoice(deps, user, policy, voiceName);
  if (await insertFavorite(deps.db, user.id, voiceName)) favoritesChanged(deps, user, voiceName);
}

/** Removing a voice that is no favourite has no effect. */
async function removeFavorite(deps: VoiceFavoritesDeps, user: Principal, voiceName: string): Promise<void> {
  if (await deleteFavorite(deps.db, user.id, voiceName)) favoritesChanged(deps, user, voiceName);
}

/** The caller's other tabs show the favourites, and the catalogue counts them. */
const favoritesChanged = ({ events }: VoiceFavoritesDeps, user: Principal, voiceName: string): void =>
  events.changed('voices_changed', [voiceName], user.id);

export const voiceFavoritesRoutes = [
  serve(voiceFavoritesHttp.list, { access: 'signed-in' }, ({ deps, user }) => listFavorites(deps, user)),
  serve(
    voiceFavoritesHttp.add,
    { access: 'signed-in', policy: canReadVoice, audit: 'service' },
    async ({ deps, user, policy, body: { voice_name: object_id }, ip }) => {
      await addFavorite(deps, user, policy, object_id);
      await auditOwn(deps.db, { user, ip }, { action: 'voice.favorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
  serve(
    voiceFavoritesHttp.remove,
    { access: 'signed-in', policy: 'own', audit: 'service' },
    async ({ deps, user, body: { voice_name: object_id }, ip }) => {
      await removeFavorite(deps, user, object_id);
      await auditOwn(deps.db, { user, ip }, { action: 'voice.unfavorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
];
