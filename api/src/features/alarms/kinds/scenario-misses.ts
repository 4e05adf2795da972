import { sql } from 'kysely';
import type { QueryKind } from './query-kind.ts';

/** A scenario that could reach everybody when it was checked before, and could not at its last check. */
export const scenarioMisses: QueryKind = {
  everyS: 60,
  async find({ db }) {
    const { rows } = await sql<{ id: number; owner_id: number; company_id: number; since: Date; detail: string }>`
      select id, owner_id, company_id, reached_all_at as since, name || ': ' || missed as detail
      from scenarios where enabled and missed > 0 and reached_all_at is not null`.execute(db);
    return rows.map(({ id, owner_id, company_id, since, detail }) => ({
      subject: `scenario:${id}`,
      owner_id,
      device_id: null,
      company_id,
      since: since.getTime(),
      value: null,
      detail,
    }));
  },
};
