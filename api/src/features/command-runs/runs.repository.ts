import type { Role } from '@belfry/schemas/domain/roles';
import type { RunDeliveryState } from '@belfry/schemas/http/command-runs/runs';
import { type Command, commandTable } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { escapeLike, visibleDevice } from '../../db/conditions.ts';
import { instantText, inWindow, type TimeWindow } from '../../db/time-window.ts';
import type { Page } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import type { runDeliveriesQuerySchema } from '@belfry/schemas/http/command-runs/run-lists';
import type { z } from 'zod';
import { deviceNameSql } from '../../db/device-name.ts';
import { isReachable } from '../device-state/index.ts';
import { visibleCommandRuns } from './visible-runs.sql.ts';

export type CommandRunRow = Row<'command_runs'>;

export type RunCommandRow = { command: Command; params: Record<string, unknown> };

export async function findRunCommand(db: Kysely<Database>, id: string): Promise<RunCommandRow | undefined> {
  return db.selectFrom('commands').select(['command', 'params']).where('id', '=', id).executeTakeFirst();
}

export async function findIssuer(
  db: Kysely<Database>,
  id: number,
): Promise<{ id: number; role: Role; blocked: boolean; active: boolean } | undefined> {
  return db.selectFrom('users').select(['id', 'role', 'blocked', 'active']).where('id', '=', id).executeTakeFirst();
}

export type RunRow = CommandRunRow & RunCommandRow & { issuer_name: string | null };

const runs = (db: Kysely<Database>) =>
  db
    .selectFrom('command_runs')
    .innerJoin('commands', 'commands.id', 'command_runs.id')
    .leftJoin('users', 'users.id', 'command_runs.issued_by')
    .selectAll('command_runs')
    .select(['commands.command', 'commands.params', 'users.name as issuer_name']);

export async function findRun(db: Kysely<Database>, owners: VisibleOwners, id: string): Promise<RunRow | undefined> {
  return runs(db).where('command_runs.id', '=', id).where(visibleCommandRuns(owners)).executeTakeFirst();
}

export async function listRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { limit, offset }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const counting = db.selectFrom('command_runs').select((eb) => eb.fn.countAll<number>().as('n'));
  const [rows, { n: total }] = await Promise.all([
    runs(db)
      .where(visibleCommandRuns(owners))
      .orderBy('command_runs.created_at', 'desc')
      .orderBy('command_runs.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    counting.where(visibleCommandRuns(owners)).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** The runs of a time, the newest first; `q`: a part of the command. */
export async function findRunsByTime(
  db: Kysely<Database>,
  owners: VisibleOwners,
  q: string,
  window: TimeWindow,
): Promise<(RunRow & { at_us: string })[]> {
  return runs(db)
    .select(instantText('command_runs.created_at').as('at_us'))
    .where(visibleCommandRuns(owners))
    .where(inWindow(window, { at: 'command_runs.created_at', id: 'command_runs.id', type: 'uuid' }))
    .$if(q !== '', (qb) => qb.where('commands.command', 'ilike', `%${escapeLike(q)}%` as Command))
    .orderBy('command_runs.created_at', 'desc')
    .orderBy('command_runs.id', 'desc')
    .limit(window.limit)
    .execute();
}

export type StateCount = { run_id: string; state: RunDeliveryState; n: number };

export async function countStates(db: Kysely<Database>, ids: readonly string[]): Promise<StateCount[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StateCount>`
    select r.run_id, ${STATE} as state, count(*) as n ${DELIVERIES}
    where r.run_id = any(${ids}::uuid[]) group by 1, 2`.execute(db);
  return rows;
}

/** The serials of the devices on which a run failed; null if these owners have no such run. */
export async function findUnsuccessful(
  db: Kysely<Database>,
  runId: string,
  owners: VisibleOwners,
): Promise<string[] | null> {
  const run = await findRun(db, owners, runId);
  if (!run) return null;
  const { rows } = await sql<{ serial: string }>`
    select d.serial ${DELIVERIES} where r.run_id = ${runId}::uuid and x.state in ${FAILURES}`.execute(db);
  return rows.map(({ serial }) => serial);
}

export async function countReadable(db: Kysely<Database>, serials: readonly string[], userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from devices d
    where d.serial = any(${[...serials]}::text[]) and ${visibleDevice(userId, 'read')}`.execute(db);
  return rows[0]?.n ?? 0;
}

type RunDeliveryRow = {
  serial: string;
  name: string | null;
  wave: number;
  state: RunDeliveryState;
  reason: string | null;
  error_type: string | null;
  sent_at: Date | null;
  settled_at: Date | null;
};

type Query = z.output<typeof runDeliveriesQuerySchema>;
/** `ownerId`: only devices that this user has now; null: all. */
type Viewer = { ownerId: number | null; hidesRoots: boolean };

export async function listRunDeliveries(
  db: Kysely<Database>,
  runId: string,
  { ownerId, hidesRoots }: Viewer,
  { page, page_size, state }: Query,
): Promise<{ rows: RunDeliveryRow[]; total: number }> {
  const inState =
    state === undefined ? sql`true` : state === 'failures' ? sql`x.state in ${FAILURES}` : sql`${STATE} = ${state}`;
  const matching = sql`where r.run_id = ${runId}::uuid and ${visibleDevice(ownerId, 'read')} and ${inState}`;
  const [{ rows }, counted] = await Promise.all([
    sql<RunDeliveryRow>`
      select d.serial, ${sql.raw(deviceNameSql('node'))} as name, r.wave, ${STATE} as state, x.error as reason, x.error_type,
        x.sent_at, x.settled_at
      ${DELIVERIES}
      join device_state s on s.device_id = r.device_id
      left join companies node on node.company_id = d.company_id and not (
        ${hidesRoots} and exists (select from users o where o.id = node.user_id and o.role = 'root'))
      ${matching} order by r.wave, d.serial limit ${page_size} offset ${(page - 1) * page_size}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${DELIVERIES} ${matching}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

export type RunProgress = {
  /** Deliveries for which the next wave waits: the device runs the command, or may still accept it. */
  blocking: number;
  open: number;
  /** Settled deliveries from which the error rate is computed: without those of unreachable devices. */
  counted: number;
  failures: number;
};

export async function measureRun(
  trx: Kysely<Database>,
  run: Pick<CommandRunRow, 'id' | 'errors_from_wave'>,
  command: Command,
  now: number,
): Promise<RunProgress> {
  const acceptedSince = new Date(now - commandTable[command].expiresAfterMs);
  const { rows } = await sql<RunProgress>`
    with delivered as (
      select x.state, ${sql.raw(isReachable('s.status'))} and x.issued_at > ${acceptedSince} as expected,
        r.wave >= ${run.errors_from_wave} and x.error_type is distinct from 'device_offline' as counts
      from command_run_devices r
      join command_deliveries x on x.command_id = r.run_id and x.device_id = r.device_id
      join device_state s on s.device_id = r.device_id
      where r.run_id = ${run.id}::uuid
    )
    select count(*) filter (where state = 'accepted' or (state in ('queued', 'sent') and expected)) as blocking,
      count(*) filter (where state in ('queued', 'sent', 'accepted')) as open,
      count(*) filter (where counts and state in ('succeeded', 'failed', 'timed_out', 'expired')) as counted,
      count(*) filter (where counts and state in ('failed', 'timed_out', 'expired')) as failures
    from delivered`.execute(trx);
  return rows[0] ?? { blocking: 0, open: 0, counted: 0, failures: 0 };
}

const DELIVERIES: RawBuilder<unknown> = sql`
  from command_run_devices r
  join command_runs run on run.id = r.run_id
  join devices d on d.device_id = r.device_id
  left join command_deliveries x on x.command_id = r.run_id and x.device_id = r.device_id`;

/** A device without a delivery is pending until its wave; later it had another owner, or the run was cancelled. */
const STATE: RawBuilder<unknown> = sql`
  coalesce(x.state, case when run.state = 'cancelled' or r.wave <= run.wave then 'cancelled' else 'pending' end)`;

const FAILURES: RawBuilder<unknown> = sql`('failed', 'timed_out', 'expired')`;
