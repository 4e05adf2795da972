import { devicePermits } from '../../people/owner-access.ts';
import {
  timelineHttp,
  timelineEntrySchema,
  type Timeline,
  type TimelineEntry,
  type TimelineQuery,
} from '@belfry/schemas/http/device-timeline/timeline';
import {
  canReadDevice,
  canReadTextsOf,
  type DevicePolicy,
  hidesNodesOfRoots,
  requiredOwner,
} from '../../policies/devices.ts';
import { serve } from '../../serve.ts';
import { reasonOf } from '@belfry/schemas/domain/reasons';
import { TIMELINE_TYPES, timelineEntryId } from '@belfry/schemas/http/device-timeline/timeline-positions';
import { deviceNotFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { boundariesOf, findTimelineDevice, findEntries, type TimelineRow } from './timeline.sql.ts';
import type { Deps } from '../../deps.ts';

type Caller = { deps: Pick<Deps, 'db' | 'long'>; user: Principal; policy: DevicePolicy; serial: string };
/**
 * One page of what happened to a device, the newest first. An owner sees what happened since the device became theirs. Throws
 * device_not_found for a device that the policy does not permit.
 */
async function readTimeline({
  deps,
  user,
  policy,
  serial,
  types,
  before,
  from,
  limit,
}: Caller & TimelineQuery): Promise<Timeline> {
  const device = await findTimelineDevice(deps.db, serial);
  if (!device || !(await devicePermits(deps.db, user, device, policy))) throw deviceNotFound();
  // Whoever must not read what is said does not learn of announcements either, since their titles are made of the texts.
  const reads = await devicePermits(deps.db, user, device, canReadTextsOf);
  const readable = (types ?? TIMELINE_TYPES).filter((type) => reads || type !== 'announcement');
  const rows = await deps.long.read(user.id, ({ db }) =>
    findEntries(db, {
      device,
      boundaries: boundariesOf(readable, before ?? from),
      inclusive: from !== undefined,
      limit: limit + 1,
      ownerId: requiredOwner(policy, user) === null ? null : device.user_id,
      hidesRoots: hidesNodesOfRoots(user),
      memberId: policy(user, device) ? null : user.id,
    }),
  );
  return { entries: rows.slice(0, limit).flatMap(toEntry), more: rows.length > limit };
}
/** Nothing for an entry that a later version has written, while two versions of the api run side by side. */
function toEntry({ us, at, type, ref, by, details }: TimelineRow): TimelineEntry[] {
  const id = timelineEntryId({ us, type, ref });
  const reason = type === 'announcement' ? reasonOf(textOf(details['reason'])) : {};
  const { data } = timelineEntrySchema.safeParse({ id, at: at.toISOString(), type, by, ...details, ...reason });
  return data ? [data] : [];
}
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const deviceTimelineRoutes = [
  serve(timelineHttp.read, { access: 'signed-in', policy: canReadDevice }, ({ deps, user, policy, params, query }) =>
    readTimeline({ deps, user, policy, ...params, ...query }),
  ),
];
