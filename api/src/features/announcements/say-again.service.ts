import { type Targets, targetsSchema } from '@belfry/schemas/domain/targets';
import { WHEN_BACK_H } from '@belfry/schemas/domain/announcements';
import {
  type RunSaid,
  type SayAgainTo,
  type SayAnswer,
  sayBodySchema,
} from '@belfry/schemas/http/announcements/announcements';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../audit/audit-log.repository.ts';
import { BEGUN } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../errors.ts';
import type { OwnersPolicy, VisibleOwners } from '../../policies/owners.ts';
import { findRun } from './runs.repository.ts';
import { say } from './say.service.ts';
import { AWAY } from './when-back.repository.ts';
import { visibleDeliveries } from './visible-runs.sql.ts';

type Again = { policy: { read: OwnersPolicy; speak: OwnersPolicy }; runId: string; to: SayAgainTo };

/**
 * Says again what a run has said: its text as it was typed, or its message as it is now. Throws not_found for a run that the caller does not
 * read, conflict for one that cannot be said again, unprocessable where everybody has heard it, and what `say` throws.
 */
export async function sayAgain(deps: Deps, actor: Actor, { policy, runId, to }: Again): Promise<SayAnswer> {
  const { user } = actor;
  const owners = policy.read(user);
  if (!(await findRun(deps.db, owners, runId))) throw notFound('Run not found');
  const said = await findSaid(deps.db, runId);
  if (!said) throw new AppError('conflict', 'This cannot be said again');
  const devices = await findDevices(deps.db, owners, runId, to);
  if (devices.length === 0)
    throw new AppError(
      'unprocessable',
      to === 'when_back' ? 'Nobody is away who has not heard it' : 'Everybody has heard it',
    );
  const { text_language: _language, ...body } = said;
  // Thousands of devices are more than a call may name, which were targets of a call once.
  const targets: Targets = { ...targetsSchema.parse({ devices: devices.slice(0, 1) }), devices };
  const { expires_in_s } = sayBodySchema.parse({ ...body, targets: { devices: devices.slice(0, 1) } });
  const waiting = to === 'when_back' ? { waits: true, expires_in_s: WHEN_BACK_H * 3_600 } : { expires_in_s };
  return say(deps, actor, policy.speak, { ...body, targets, ...waiting, again_of: runId });
}

/** What a run has said; null where nothing of it can be said again. */
export async function findSaid(db: Kysely<Database>, runId: string): Promise<RunSaid | null> {
  const run = await db
    .selectFrom('announcement_runs as r')
    .leftJoin('schedules as s', 's.id', 'r.schedule_id')
    .select(['r.said', 's.action', 'r.priority'])
    .where('r.run_id', '=', runId)
    .executeTakeFirst();
  if (run?.said) return isChimeAlone(run.said) ? null : run.said;
  if (run?.action?.type !== 'message') return null;
  return { message_id: run.action.message_id, priority: 'say_now', text_language: null };
}

const isChimeAlone = ({ text, message_id, audio_id }: RunSaid): boolean =>
  text === undefined && message_id === undefined && audio_id === undefined;

const AMONG: Record<SayAgainTo, RawBuilder<boolean>> = {
  all: sql<boolean>`true`,
  missed: sql<boolean>`not ${BEGUN}`,
  when_back: AWAY,
};

async function findDevices(
  db: Kysely<Database>,
  owners: VisibleOwners,
  runId: string,
  to: Again['to'],
): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select d.serial from announcement_deliveries x join announcement_runs r on r.run_id = x.run_id
      join devices d on d.device_id = x.device_id
    where x.run_id = ${runId}::uuid and ${visibleDeliveries(owners)} and ${AMONG[to]}`.execute(db);
  return rows.map(({ serial }) => serial);
}
