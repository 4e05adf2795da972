import { reasonText } from '@belfry/schemas/domain/reasons';
import { sql } from 'kysely';
import { ofInstallation, type QueryKind } from './query-kind.ts';

const WITHIN_MS = 600_000;
const AWAY = [
  reasonText('provider_away'),
  reasonText('provider_credentials'),
  reasonText('provider_limit'),
  reasonText('engine_away'),
];

/** Within the last ten minutes a text could not be spoken because the provider was away, or another voice has spoken it for that reason. */
export const providerAway: QueryKind = {
  everyS: 60,
  async find({ db, now }) {
    const since = new Date(now - WITHIN_MS);
    const { rows } = await sql<{ away: boolean }>`
      select exists (
        select from announcement_runs r join announcement_parts p on p.run_id = r.run_id
        where r.at between ${since} and ${new Date(now)} and p.error = any(${AWAY}::text[])
      ) or exists (
        select from renderings where fallback_text is not null and last_used_at > ${since}
          and fallback_reason = any(${AWAY}::text[])
      ) as away`.execute(db);
    return ofInstallation(rows[0]?.away === true);
  },
};
