import type { Role } from '@belfry/schemas/domain/roles';
import type { RunDeliveryState } from '@belfry/schemas/http/commands/runs';
import type { Command } from '@belfry/schemas/mqtt/commands';
import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';
import { ownedBy } from '../../../db/owned-by.ts';
import type { Page } from '../../../http/routes/paging.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';
import { DELIVERIES, FAILURES, STATE } from './run-state.sql.ts';

export type CommandRunRow = Row<'command_runs'>;

export type RunCommandRow = { command: Command; params: Record<string, unknown> };

export async function findRunCommand(db: Kysely<Database>, id: string): Promise<RunCommandRow | undefined> {
  return db.selectFrom('commands').select(['command', 'params']).where('id', '=', id).executeTakeFirst();
}

/** The rights of the user who has started a run, as they are now. */
export async function findIssuer(
  db: Kysely<Database>,
  id: number,
): Promise<{ id: number; role: Role; blocked: boolean; active: boolean } | undefined> {
  return db.selectFrom('users').select(['id', 'role', 'blocked', 'active']).where('id', '=', id).executeTakeFirst();
}

/** A run with its command and the name of the user who has started it. */
export type RunRow = CommandRunRow & RunCommandRow & { issuer_name: string | null };

/** The run belongs to the user who has started it. */
const ISSUER = 'command_runs.issued_by';

const runs = (db: Kysely<Database>) =>
  db
    .selectFrom('command_runs')
    .innerJoin('commands', 'commands.id', 'command_runs.id')
    .leftJoin('users', 'users.id', 'command_runs.issued_by')
    .selectAll('command_runs')
    .select(['commands.command', 'commands.params', 'users.name as issuer_name']);

export async function findRun(db: Kysely<Database>, owners: VisibleOwners, id: string): Promise<RunRow | undefined> {
  return runs(db).where('command_runs.id', '=', id).where(ownedBy(owners, ISSUER)).executeTakeFirst();
}

/** The runs of these owners, the newest first, and how many there are. */
export async function listRuns(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { limit, offset }: Page,
): Promise<{ rows: RunRow[]; total: number }> {
  const counting = db.selectFrom('command_runs').select((eb) => eb.fn.countAll<number>().as('n'));
  const [rows, { n: total }] = await Promise.all([
    runs(db)
      .where(ownedBy(owners, ISSUER))
      .orderBy('command_runs.created_at', 'desc')
      .orderBy('command_runs.id')
      .limit(limit)
      .offset(offset)
      .execute(),
    counting.where(ownedBy(owners, ISSUER)).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

export type StateCount = { run_id: string; state: RunDeliveryState; n: number };

/** How many devices of each run are in each state. */
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
