import {
  HOLIDAY_FILE_MAX_BYTES,
  holidaysHttp,
  HOLIDAY_CALENDARS_MAX,
  type HolidayCalendar,
  type uploadedHolidaysSchema,
} from '@belfry/schemas/http/schedules/holidays';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { auditOf, type Actor } from '../../../audit/audit-log.repository.ts';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import type { Deps } from '../../../deps.ts';
import { AppError, busy, notFound } from '../../../errors.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { creatorOf, isMemberOf, mayChange, requireChangeable } from '../../../people/own-work.ts';
import { findListedOwners, findNewOwner, ownerPermits } from '../../../people/owner-access.ts';
import { lockUser } from '../../../people/users.repository.ts';
import type { Caller } from '../../../policies/accounts.ts';
import {
  canEditSchedule,
  canReadSchedule,
  plannedPlaces,
  readableSchedules,
  type VisibleOwners,
} from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { createThreadPool, ThreadLimitError, ThreadWorkError } from '../../../threads/thread-pool.ts';
import type { SchedulePolicy } from '../members/schedule-access.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
import {
  countCalendars,
  deleteCalendar,
  findCalendars,
  insertCalendar,
  lockCalendar,
  type OwnedCalendar,
} from './holidays.repository.ts';
import type { ReadCalendar } from './read-ical.ts';

type SchedulesDeps = Pick<Deps, 'config' | 'db' | 'events' | 'jobs'>;
const UPLOADS = { hits: 20, windowSeconds: 60 };
/** Stores the days of an iCalendar file. Throws unprocessable for a file without days or with too much, and for one calendar too many. */
async function addCalendar(
  deps: SchedulesDeps,
  actor: Actor,
  ownerId: number,
  { name, text }: { name: string; text: string },
): Promise<z.output<typeof uploadedHolidaysSchema>> {
  await countAttempt(deps, [{ key: `holidays:${actor.user.id}`, ...UPLOADS }], 'Too many files were sent.');
  const { days, skipped } = await readInWorker(actor.user.id, text, new Date()).catch(refuse);
  if (days.length === 0) throw new AppError('unprocessable', 'This file contains no days of an iCalendar');
  const calendar = await transact(deps.db, async (trx) => {
    await lockUser(trx, ownerId);
    if ((await countCalendars(trx, ownerId)) >= HOLIDAY_CALENDARS_MAX)
      throw new AppError('unprocessable', `There can be ${HOLIDAY_CALENDARS_MAX} holiday calendars at most`);
    const added = await insertCalendar(
      trx,
      { userId: ownerId, creatorId: creatorOf(actor.user, ownerId) },
      { name, days },
    );
    await auditOf(trx, actor, ownerId, { ...entryOf('create', added), after: { name: added.name } });
    return added;
  });
  deps.events.changed('schedules_changed', [], ownerId);
  return { calendar: { ...calendar, may_change: true }, skipped };
}

/** The holiday calendars of these owners by name, each with whether the caller may delete it, as `removeCalendar` decides. */
async function listCalendars(db: Kysely<Database>, user: Caller, owners: VisibleOwners): Promise<HolidayCalendar[]> {
  return (await findCalendars(db, owners)).map((calendar) => seenBy(user, calendar));
}

const seenBy = (user: Caller, { user_id, created_by, ...calendar }: OwnedCalendar): HolidayCalendar => ({
  ...calendar,
  may_change: mayChange(user, { user_id, created_by }, plannedPlaces),
});

/** Throws not_found for a calendar that the policy does not permit, and forbidden for one that a member only reads. */
async function removeCalendar(deps: SchedulesDeps, actor: Actor, policy: SchedulePolicy, id: number): Promise<void> {
  const owner = await transact(deps.db, async (trx) => {
    const { user } = actor;
    const stored = await lockCalendar(trx, id);
    const isOfOthers = stored !== undefined && isMemberOf(user, stored.user_id);
    if (!stored || !(await ownerPermits(trx, user, stored.user_id, isOfOthers ? policy.read : policy.edit)))
      throw notFound('Holiday calendar not found');
    if (isOfOthers) requireChangeable(user, stored, plannedPlaces, 'holiday calendar');
    await deleteCalendar(trx, id);
    await auditOf(trx, actor, stored.user_id, { ...entryOf('delete', stored), before: { name: stored.name } });
    return stored.user_id;
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
    { access: 'signed-in', policy: canEditSchedule, bodyLimit: HOLIDAY_FILE_MAX_BYTES },
    async ({ deps, user, ip, policy, query: { name, user_id }, body }) => {
      const ownerId = await findNewOwner(deps.db, user, user_id, { policy, right: 'plan' });
      return addCalendar(deps, { user, ip }, ownerId, { name, text: body });
    },
  ),
  serve(
    holidaysHttp.remove,
    { access: 'signed-in', policy: { read: canReadSchedule, edit: canEditSchedule } },
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
  text: string,
  now: Date,
  timeoutMs = TIMEOUT_MS,
): Promise<ReadCalendar> {
  try {
    return (await pool.run(userId, { name: 'read', input: { text, now }, timeoutMs })) as ReadCalendar;
  } catch (error) {
    if (error instanceof ThreadLimitError) throw new CalendarError(TOO_LONG);
    const refused = error instanceof ThreadWorkError && error.kind === CalendarError.name;
    throw refused ? new CalendarError(error.message) : error;
  }
}
