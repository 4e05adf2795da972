import type { Deps } from '../../deps.ts';

type EffectDeps = Pick<Deps, 'auth' | 'broker' | 'directory' | 'events'>;

/**
 * Must be called after a commit that changed what people may do as members: their keys are read again with the new rights,
 * totals of their lists are counted again, and their consoles reconnect with the new access list.
 */
export async function rightsChanged(
  { auth, broker, directory, events }: EffectDeps,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return;
  auth.forget();
  directory.changed();
  for (const id of userIds) events.notify(id, 'user_changed', [id]);
  await broker.disconnect('console', [...userIds]);
}
