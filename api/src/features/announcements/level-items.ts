import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { Deps } from '../../deps.ts';
import { findTargets } from '../library/index.ts';
import { createLevels, type LevelledPlace } from '../library/rendering/index.ts';

/**
 * What the devices of a part play, as loud as their organisation wants it. A file with a gain applied that is not there yet is made for the
 * next time: nobody waits for it.
 */
export async function levelItems(
  { db, rendering }: Pick<Deps, 'db' | 'rendering'>,
  items: readonly AudioItem[],
  { user_id, owner_ids, ...place }: LevelledPlace & { user_id: number | null; owner_ids: readonly number[] },
): Promise<CommandParams<'play'>['items']> {
  const sha256s = items.map(({ sha256 }) => sha256);
  const [files, levelled, targets] = await Promise.all([
    rendering.findFiles(sha256s),
    rendering.findLevelled(sha256s),
    findTargets(db, user_id),
  ]);
  const levels = createLevels({ files, levelled, targets });
  const played = levels.itemsFor(items, 'speech', place);
  await rendering.addOwners([...levels.used], owner_ids);
  if (user_id !== null) await rendering.requestLevelled(db, user_id, [...levels.missing.values()]);
  return played.map(({ sha256, duration_ms, gain_db }) => ({ sha256, duration_ms, gain_db }));
}
