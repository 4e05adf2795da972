import { voicePacksHttp, type VoiceMapping } from '@belfry/schemas/http/speech/voice-packs';
import { auditOf, type Actor } from '../../../audit/audit-log.repository.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { findNewOwner } from '../../../people/owner-access.ts';
import { lockUser } from '../../../people/users.repository.ts';
import { canMapVoicesOf } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { findMappings, replaceMappings } from './mappings.repository.ts';
import { findVoicesByName } from './voices.repository.ts';

const RIGHTS = { access: 'signed-in', policy: canMapVoicesOf } as const;
/** Each compiles all programmes of the organisation again. */
const CHANGES = { hits: 30, windowSeconds: 600 };

export const mappingsRoutes = [
  serve(voicePacksHttp.mappings, RIGHTS, async ({ deps, user, policy, query }) => ({
    mappings: await findMappings(
      deps.db,
      await findNewOwner(deps.db, user, query.user_id, { policy, right: 'edit-tree' }),
    ),
  })),
  serve(
    voicePacksHttp.map,
    { ...RIGHTS, audit: 'service' },
    async ({ deps, user, ip, policy, query, body: { mappings } }) => {
      await countAttempt(deps, [{ key: `voice-mappings:${user.id}`, ...CHANGES }]);
      const ownerId = await findNewOwner(deps.db, user, query.user_id, { policy, right: 'edit-tree' });
      await mapVoices(deps, { user, ip }, ownerId, mappings);
      return { mappings };
    },
  ),
];

async function mapVoices(
  { db, events }: Pick<Deps, 'db' | 'events'>,
  actor: Actor,
  ownerId: number,
  mappings: VoiceMapping[],
): Promise<void> {
  await transact(db, async (trx) => {
    await lockUser(trx, ownerId);
    const before = await findMappings(trx, ownerId);
    const present = new Set(before.map(({ from_voice, to_voice }) => `${from_voice} ${to_voice}`));
    // One whose voice is not installed at present stays.
    const added = mappings.filter(({ from_voice, to_voice }) => !present.has(`${from_voice} ${to_voice}`));
    const names = added.flatMap(({ from_voice, to_voice }) => [from_voice, to_voice]);
    const voices = names.length === 0 ? [] : await findVoicesByName(trx, names);
    for (const { from_voice, to_voice } of added) {
      const from = voices.find(({ voice_name }) => voice_name === from_voice);
      const to = voices.find(({ voice_name }) => voice_name === to_voice);
      if (!from || !to || to.block || to.vanished_at) throw refused('There is no voice with this name');
      if (to.provider !== 'neural' || from.provider === 'neural')
        throw refused('Only neural voices speak for others, and for none of their kind');
      if (from.language !== to.language) throw refused('Both voices must speak the same language');
    }
    await replaceMappings(trx, ownerId, mappings);
    const entry = { action: 'voice.map', object_kind: 'organisation', object_id: ownerId } as const;
    await auditOf(trx, actor, ownerId, { ...entry, before: { mappings: before }, after: { mappings } });
  });
  events.changed('schedules_changed', [], ownerId);
}

const refused = (text: string): AppError => new AppError('unprocessable', text);
