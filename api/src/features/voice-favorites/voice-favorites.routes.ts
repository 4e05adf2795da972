import { doneAnswerSchema, favoriteBodySchema, favoriteSchema } from '@belfry/schemas/http/announcements/voices';
import { z } from 'zod';
import { routeWith } from '../../http/routes/route.ts';
import { canReadVoice } from '../../policies/voices.ts';
import { auditImpersonation } from '../audit/index.ts';
import type { VoiceFavoritesDeps } from './deps.ts';
import { addFavorite, listFavorites, removeFavorite } from './voice-favorites.service.ts';

const route = routeWith<VoiceFavoritesDeps>();

export const voiceFavoritesRoutes = [
  route(
    {
      method: 'get',
      path: '/voices/favorites',
      summary: 'The favourite voices of the user, the last added first',
      access: 'signed-in',
      answer: z.array(favoriteSchema),
    },
    ({ deps, user }) => listFavorites(deps, user),
  ),
  route(
    {
      method: 'post',
      path: '/voices/voice/favorite',
      summary: 'Add a favourite voice',
      access: 'signed-in',
      policy: canReadVoice,
      body: favoriteBodySchema,
      answer: doneAnswerSchema,
      errors: ['not_found'],
    },
    async ({ deps, user, policy, body: { voice_name: object_id }, ip }) => {
      await addFavorite(deps, user, policy, object_id);
      await auditImpersonation(deps.db, { user, ip }, { action: 'voice.favorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
  route(
    {
      method: 'delete',
      path: '/voices/voice/favorite',
      summary: 'Remove a favourite voice',
      access: 'signed-in',
      policy: 'own',
      body: favoriteBodySchema,
      answer: doneAnswerSchema,
    },
    async ({ deps, user, body: { voice_name: object_id }, ip }) => {
      await removeFavorite(deps, user, object_id);
      await auditImpersonation(deps.db, { user, ip }, { action: 'voice.unfavorite', object_kind: 'voice', object_id });
      return { success: true as const };
    },
  ),
];
