import { canReadVoice } from '../../policies/voices.ts';
import { auditImpersonation } from '../audit/index.ts';
import { addFavorite, listFavorites, removeFavorite } from './voice-favorites.service.ts';
import { voiceFavoritesHttp } from '@belfry/schemas/http/announcements/voice-favorites';
import { serve } from '../../serve.ts';

export const voiceFavoritesRoutes = [
  serve(voiceFavoritesHttp.list, { access: 'signed-in' }, ({ deps, user }) => listFavorites(deps, user)),
  serve(
    voiceFavoritesHttp.add,
    { access: 'signed-in', policy: canReadVoice },
    async ({ deps, user, policy, body: { voice_name: object_id }, ip }) => {
      await addFavorite(deps, user, policy, object_id);
      await auditImpersonation(deps.db, { user, ip }, { action: 'voice.favorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
  serve(
    voiceFavoritesHttp.remove,
    { access: 'signed-in', policy: 'own' },
    async ({ deps, user, body: { voice_name: object_id }, ip }) => {
      await removeFavorite(deps, user, object_id);
      await auditImpersonation(deps.db, { user, ip }, { action: 'voice.unfavorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
];
