import { voicesInUseHttp } from '@belfry/schemas/http/library/voices-in-use';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { findNewOwner } from '../../people/owner-access.ts';
import { canListLibraryOf, canMapVoicesOf } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { changeVoiceInUse, listVoicesInUse } from './voices-in-use.service.ts';

/** Each compiles all programmes of the organisation again. */
const CHANGES = { hits: 30, windowSeconds: 600 };

export const voicesInUseRoutes = [
  serve(
    voicesInUseHttp.list,
    { access: 'signed-in', policy: canListLibraryOf },
    async ({ deps, user, policy, query }) => {
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'read-texts' });
      return { languages: await listVoicesInUse(deps.db, ownerId) };
    },
  ),
  serve(
    voicesInUseHttp.change,
    { access: 'signed-in', policy: canMapVoicesOf, audit: 'service' },
    async ({ deps, user, ip, policy, query, params: { language }, body: { voice_name } }) => {
      await countAttempt(deps, [{ key: `voice-mappings:${user.id}`, ...CHANGES }]);
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'edit-tree' });
      await changeVoiceInUse(deps, { actor: { user, ip }, ownerId, language, voice_name });
      return { languages: await listVoicesInUse(deps.db, ownerId) };
    },
  ),
];
