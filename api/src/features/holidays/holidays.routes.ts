import {
  HOLIDAY_FILE_MAX_BYTES,
  holidaysHttp,
  HOLIDAY_CALENDARS_MAX,
  type HolidayCalendar,
  type UnreadEvent,
  type UnreadReason,
  type uploadedHolidaysSchema,
} from '@belfry/schemas/http/holidays';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, busy, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { creatorOf, isMemberOf, mayChange, requireChangeable } from '../../people/own-work.ts';
import { findListedOwners, findNewOwner, ownerPermits } from '../../people/owner-access.ts';
import { lockUser } from '../../people/users.repository.ts';
import type { Caller } from '../../policies/accounts.ts';
import {
  canEditSchedule,
  canReadSchedule,
  plannedPlaces,
  readableSchedules,
  type VisibleOwners,
  type WorkPolicy,
} from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from '../../threads/thread-pool.ts';
import { findUsualZone } from '../places/index.ts';
import { findHeldOf, requireShare } from '../../people/organisation-share.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
import {
  deleteCalendar,
  findCalendars,
  insertCalendar,
  lockCalendar,
  type OwnedCalendar,
} from './holidays.repository.ts';
import type { readCalendar, ReadCalendar } from './read-ical.ts';

type HolidaysDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;
const UPLOADS = { hits: 20, windowSeconds: 60 };
type Uploaded = { name: string; text: string; zone: string | undefined; encoding: string };

/** Stores the days of an iCalendar file. Throws unprocessable for a file without days or with too much, and for one calendar too many. */
async function addCalendar(
  deps: HolidaysDeps,
  actor: Actor,
  ownerId: number,
  { name, text, zone, encoding }: Uploaded,
): Promise<z.output<typeof uploadedHolidaysSchema>> {
  await countAttempt(deps, [{ key: `holidays:${actor.user.id}`, ...UPLOADS }], 'Too many files were sent.');
  const input = { text, now: new Date(), zone: zone ?? (await findUsualZone(deps.db, ownerId)) };
  const { days, unread, utc_zone } = await readInWorker(actor.user.id, input).catch(refuse);
  if (days.length === 0) throw new AppError('unprocessable', noDays(unread));
  const calendar = await transact(deps.db, async (trx) => {
    await lockUser(trx, ownerId);
    const share = { user: actor.user, ownerId, max: HOLIDAY_CALENDARS_MAX, what: 'holiday calendars' };
    requireShare(await findHeldOf(trx, 'holiday_calendars', ownerId), share);
    const added = await insertCalendar(
      trx,
      { userId: ownerId, creatorId: creatorOf(actor.user, ownerId) },
      { name, days },
    );
    await auditOf(trx, actor, ownerId, { ...entryOf('create', added), after: { name: added.name } });
    return added;
  });
  deps.events.changed('schedules_changed', [], ownerId);
  const skipped = unread.filter(({ reason }) => !IN_PART.has(reason)).map((event) => event.name || UNNAMED);
  return { calendar: { ...calendar, may_change: true }, skipped, unread, utc_zone, encoding };
}

const IN_PART: ReadonlySet<UnreadReason> = new Set(['end', 'dates']);
const UNNAMED = 'An event without a name';

const REASONS: Readonly<Record<UnreadReason, string>> = {
  start: 'has no date that exists',
  end: 'ends at no date that exists',
  rule: 'recurs in a way that is not possible',
  dates: 'lists a date that does not exist',
  recurrence_id: 'replaces a date that does not exist',
  length: 'is longer than a year',
  over: 'has no date within the years that are read',
  not_closed: 'is not complete',
  replaced: 'is replaced by a newer version',
  kind: 'is no event',
};
const REASONS_SHOWN = 3;

function noDays(unread: readonly UnreadEvent[]): string {
  const reasons = unread
    .slice(0, REASONS_SHOWN)
    .map(({ name, line, reason }) => `“${name || UNNAMED}” (line ${line}) ${REASONS[reason]}`);
  return ['This file contains no days of an iCalendar', ...(reasons.length > 0 ? [reasons.join('; ')] : [])].join(': ');
}

async function listCalendars(db: Kysely<Database>, user: Caller, owners: VisibleOwners): Promise<HolidayCalendar[]> {
  return (await findCalendars(db, owners)).map((calendar) => seenBy(user, calendar));
}

const seenBy = (user: Caller, { user_id, created_by, ...calendar }: OwnedCalendar): HolidayCalendar => ({
  ...calendar,
  may_change: mayChange(user, { user_id, created_by }, plannedPlaces),
});

/** Throws not_found for a calendar that the policy does not permit, and forbidden for one that a member only reads. */
async function removeCalendar(deps: HolidaysDeps, actor: Actor, policy: WorkPolicy, id: number): Promise<void> {
  const owner = await transact(deps.db, async (trx) => {
    const { user } = actor;
    const calendar = await lockCalendar(trx, id);
    const isOfOthers = calendar !== undefined && isMemberOf(user, calendar.user_id);
    if (!calendar || !(await ownerPermits(trx, user, calendar.user_id, isOfOthers ? policy.read : policy.edit)))
      throw notFound('Holiday calendar not found');
    if (isOfOthers) requireChangeable(user, calendar, plannedPlaces, 'holiday calendar');
    await deleteCalendar(trx, id);
    await auditOf(trx, actor, calendar.user_id, { ...entryOf('delete', calendar), before: { name: calendar.name } });
    return calendar.user_id;
  });
  deps.events.changed('schedules_changed', [], owner);
}

const entryOf = (verb: 'create' | 'delete', { id, name }: { id: number; name: string }) => ({
  action: `holidays.${verb}` as const,
  object_kind: 'holiday_calendar',
  object_id: id,
  details: { name },
});

function refuse(error: unknown): never {
  throw error instanceof CalendarError ? new AppError('unprocessable', error.message) : error;
}

export const holidaysRoutes = [
  serve(holidaysHttp.list, { access: 'signed-in', policy: canReadSchedule }, async ({ deps, user, policy, query }) =>
    listCalendars(
      deps.db,
      user,
      await findListedOwners(deps.db, user, query.user_id, { policy, visible: readableSchedules }),
    ),
  ),
  serve(
    holidaysHttp.upload,
    { access: 'signed-in', policy: canEditSchedule, bodyLimit: HOLIDAY_FILE_MAX_BYTES, audit: 'service' },
    async ({ deps, user, ip, policy, query: { name, user_id, time_zone }, body, encoding }) => {
      const ownerId = await findNewOwner(deps.db, user, user_id, { policy, right: 'plan' });
      return addCalendar(deps, { user, ip }, ownerId, {
        name,
        text: body,
        zone: time_zone,
        encoding: encoding ?? 'utf-8',
      });
    },
  ),
  serve(
    holidaysHttp.remove,
    { access: 'signed-in', policy: { read: canReadSchedule, edit: canEditSchedule }, audit: 'service' },
    ({ deps, user, ip, policy, params }) => removeCalendar(deps, { user, ip }, policy, params.id),
  ),
];

/** The time limit of a file from when its thread has started; the thread itself stops after READING_MAX_MS of the processor. */
const TIMEOUT_MS = 10_000;

const pool = createThreadPool({
  program: new URL('./read-ical.worker.ts', import.meta.url),
  maxHeapMb: 128,
  pool: 'calendars',
  atOnce: 1,
  perKey: 1,
  waitingPerKey: 5,
  promisedMs: 3 * TIMEOUT_MS,
  refusal: busy('Other files are being read. Please try again shortly.'),
});

/**
 * Reads an iCalendar file for a user in a thread that is ended at its limits: a single hostile event can make the library work
 * for minutes. Throws CalendarError, and rate_limited while too many files wait, in all or of this user.
 */
export async function readInWorker(
  userId: number,
  input: Parameters<typeof readCalendar>[0],
  timeoutMs = TIMEOUT_MS,
): Promise<ReadCalendar> {
  try {
    return (await pool.run(userId, { name: 'read', input, timeoutMs })) as ReadCalendar;
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new CalendarError(TOO_LONG);
    const refused = error instanceof ThreadWorkError && error.kind === CalendarError.name;
    throw refused ? new CalendarError(error.message) : error;
  }
}
