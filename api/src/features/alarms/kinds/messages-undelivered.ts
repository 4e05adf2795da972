import { sql } from 'kysely';
import { ofInstallation, type QueryKind } from './query-kind.ts';

const WITHIN_MS = 3_600_000;
const NEWEST = 1_000;

/** Within the last hour mails or SMS could not be sent, of the last thousand. */
export const messagesUndelivered: QueryKind = {
  everyS: 60,
  async find({ db, now }) {
    const { rows } = await sql<{ failed: number }>`
      select count(*)::int as failed
      from (select state, created_at from outgoing_messages order by id desc limit ${sql.lit(NEWEST)}) as newest
      where state = 'failed' and created_at > ${new Date(now - WITHIN_MS)}`.execute(db);
    const failed = rows[0]?.failed ?? 0;
    return ofInstallation(failed > 0, failed);
  },
};
