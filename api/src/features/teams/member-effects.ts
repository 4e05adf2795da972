import type { Deps } from '../../deps.ts';

type EffectDeps = Pick<Deps, 'auth' | 'broker' | 'events'>;

/**
 * Must be called after a commit that changed what people may do as members: their keys are read again with the new rights, and
 * their consoles reconnect with the new access list.
 */
export async function rightsChanged({ auth, broker, events }: EffectDeps, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  auth.forget();
  for (const id of userIds) events.notify(id, 'user_changed', [id]);
  await broker.disconnect('console', [...userIds]);
}
