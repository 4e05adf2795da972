import type { Targets } from '@belfry/schemas/domain/targets';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { type OwnersPolicy, readableNodes, type VisibleOwners } from '../../policies/owners.ts';
import { resolveTargets, type Place } from '../places/index.ts';
import { noDevice, organisationOf } from './plan-speech.ts';
import { findVolumesToSend } from './say.repository.ts';

export type PlannedPlaces = {
  owner_id: number;
  permitted: VisibleOwners;
  places: Place[];
  /** The volume that is sent, by device; a device that is not in it keeps its own. */
  volumes: Map<number, number>;
};

/**
 * The places of what is no speech. Throws as `planSpeech`. `limited` is false for emergencies, which no volume limit caps.
 */
export async function planPlaces(
  { db }: Pick<Deps, 'db'>,
  { user, policy }: { user: Principal; policy: OwnersPolicy },
  targets: Targets,
  { limited }: { limited: boolean },
): Promise<PlannedPlaces> {
  const permitted = policy(user);
  const readable = readableNodes(user);
  const places = await resolveTargets(db, permitted, targets, { readable });
  if (places.length === 0) throw noDevice();
  const isMember = [permitted, readable].some(({ kind }) => kind === 'member');
  return {
    owner_id: isMember ? organisationOf(places, user.id) : user.id,
    permitted,
    places,
    volumes: limited ? await findVolumesToSend(db, places) : new Map<number, number>(),
  };
}
