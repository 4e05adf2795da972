import type { PlayedTrack } from '@belfry/schemas/http/announcements/heard-music';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import type { DevicePrincipal } from '../../../http/routes/principal.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { DAY_MS, dateText, toLocal } from '../../../recurrence/local-time.ts';
import { findPlaces, type Place } from '../../places/index.ts';
import { findTrackIds, insertHeard, keepTracks, lockJournal, setStored, type HeardOnDay } from './tracks.repository.ts';

/** A device reports once an hour, and more often only what it has played without network. */
const PER_DEVICE = { hits: 40, windowSeconds: 3_600 };
/** Longer than devices keep what they have played; and the clock of a device may be hours ahead. */
const OLDEST_MS = 31 * DAY_MS;
const AHEAD_MS = DAY_MS;

type Report = { journal: string; tracks: readonly PlayedTrack[] };

/**
 * Stores the tracks that a device has played, each once. Those that its owner does not have, and those of a wrong clock, are ignored. Throws
 * rate_limited.
 * @returns the number up to which everything is stored
 */
export async function storeReport(
  deps: Pick<Deps, 'config' | 'db'>,
  { device_id, serial }: DevicePrincipal,
  { journal, tracks }: Report,
): Promise<number> {
  const { db } = deps;
  await countAttempt(deps, [{ key: `tracks:${device_id}`, ...PER_DEVICE }]);
  const [place] = await findPlaces(db, { serials: [serial] });
  const owner = place?.user_id ?? null;
  const believable = owner === null ? [] : tracks.filter(isBelievable(Date.now()));
  const sha256s = [...new Set(believable.map(({ sha256 }) => sha256))];
  if (owner !== null) await keepTracks(db, owner, sha256s);
  return transact(db, async (trx) => {
    const lockedJournal = await lockJournal(trx, device_id, journal);
    const fresh = believable.filter(({ seq }) => seq > lockedJournal);
    if (place && owner !== null && fresh.length > 0) {
      const days = byDay(fresh, await findTrackIds(trx, owner, sha256s), place);
      const of = { device_id, journal, user_id: owner, company_id: place.company_id, place: place.name };
      if (days.length > 0)
        await insertHeard(
          trx,
          days.map((day) => Object.assign(day, of)),
        );
    }
    const last = Math.max(lockedJournal, ...tracks.map(({ seq }) => seq));
    if (last > lockedJournal) await setStored(trx, device_id, last);
    return last;
  });
}

const isBelievable =
  (now: number) =>
  ({ at }: PlayedTrack): boolean =>
    Date.parse(at) > now - OLDEST_MS && Date.parse(at) < now + AHEAD_MS;

function byDay(
  tracks: readonly PlayedTrack[],
  ids: ReadonlyMap<string, number>,
  { time_zone }: Pick<Place, 'time_zone'>,
): HeardOnDay[] {
  const days = new Map<string, HeardOnDay>();
  for (const { seq, sha256, at, seconds } of tracks) {
    const id = ids.get(sha256);
    if (id === undefined) continue;
    const day = dateText(toLocal(Date.parse(at), time_zone));
    const heard = days.get(day) ?? { day, seq, track_ids: [], seconds: [] };
    heard.track_ids.push(id);
    heard.seconds.push(seconds);
    days.set(day, heard);
  }
  return [...days.values()];
}
