import { type LogLevel, logLevelHttp, type LogLevelState } from '@belfry/schemas/http/service/log-level';
import { type Kysely, sql } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/errors.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { Logger } from '../../log.ts';
import { serve } from '../../serve.ts';

declare module '../../deps.ts' {
  interface Deps {
    logLevel: LogLevelControl;
  }
}

export const LOG_LEVEL_CHANNEL = 'belfry_log_level';

export type LogLevelControl = {
  /** Never throws. */
  refresh(): Promise<void>;
  stop(): void;
};

type ChosenRow = {
  level: LogLevel;
  set_at: Date;
  until: Date;
  /** Milliseconds until then, by the clock of Postgres. */
  left_ms: number;
  set_by: { id: number; name: string } | null;
};

async function findChosen(db: Kysely<Database>): Promise<ChosenRow | undefined> {
  const { rows } = await sql<ChosenRow>`
    select l.level, l.set_at, l.until, ceil(extract(epoch from l.until - now()) * 1000)::int as left_ms,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as set_by
    from log_level l left join users u on u.id = l.set_by
    where l.until > now()`.execute(db);
  return rows[0];
}

/** Returns to LOG_LEVEL when the time of the level has passed. */
export function createLogLevel({ db, log, config }: Pick<Deps, 'db' | 'log' | 'config'>): LogLevelControl {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const apply = (level: string, leftMs: number): void => {
    clearTimeout(timer);
    if (stopped) return;
    if (leftMs > 0) timer = setTimeout(() => void refresh(), leftMs).unref();
    if (log.level === level) return;
    log.level = level;
    log.info({ level }, 'the log level has changed');
  };

  const refresh = async (): Promise<void> => {
    try {
      const choice = await findChosen(db);
      apply(choice?.level ?? config.LOG_LEVEL, choice?.left_ms ?? 0);
    } catch (error) {
      // It is read again within a minute.
      if (!isDatabaseAway(error)) log.error({ err: error }, 'the log level could not be read');
    }
  };

  return {
    refresh,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

export const logLevelRoutes = [
  serve(logLevelHttp.read, { access: 'root' }, ({ deps }) => readLogLevel(deps)),
  serve(logLevelHttp.choose, { access: 'root', audit: 'service' }, async ({ deps, user, body, ip }) => {
    await changeLogLevel(deps, { user, ip }, body);
    return readLogLevel(deps);
  }),
  serve(logLevelHttp.reset, { access: 'root', audit: 'service' }, async ({ deps, user, ip }) => {
    await changeLogLevel(deps, { user, ip }, null);
    return readLogLevel(deps);
  }),
];

async function readLogLevel({
  db,
  log,
  config,
}: {
  db: Kysely<Database>;
  log: Pick<Logger, 'level'>;
  config: Pick<Config, 'LOG_LEVEL'>;
}): Promise<Wire<LogLevelState>> {
  const choice = await findChosen(db);
  if (!choice) return { level: log.level, configured: config.LOG_LEVEL, chosen: null };
  const { left_ms: _left, ...fields } = choice;
  return { level: log.level, configured: config.LOG_LEVEL, chosen: fields };
}

type Choice = { level: LogLevel; minutes: number };

/** Stores a level for some time, or with null none, and applies it on all instances. */
async function changeLogLevel(
  { db, logLevel }: Pick<Deps, 'db' | 'logLevel'>,
  actor: Actor,
  choice: Choice | null,
): Promise<void> {
  await transact(db, async (trx) => {
    if (choice) await storeChoice(trx, actor.user.id, choice);
    else await trx.deleteFrom('log_level').execute();
    await audit(trx, actor, {
      action: choice ? 'installation.choose-log-level' : 'installation.reset-log-level',
      object_kind: 'installation',
      object_id: 'log-level',
      ...(choice && { details: choice }),
    });
    // Sent with the commit.
    await sql`select pg_notify(${LOG_LEVEL_CHANNEL}, '')`.execute(trx);
  });
  await logLevel.refresh();
}

async function storeChoice(trx: Kysely<Database>, set_by: number, { level, minutes }: Choice): Promise<void> {
  const until = sql<Date>`now() + make_interval(mins => ${minutes})`;
  const values = { level, set_by, set_at: sql<Date>`now()`, until };
  await trx
    .insertInto('log_level')
    .values(values)
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet(values))
    .execute();
}
