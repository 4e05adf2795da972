import type { Station } from '@belfry/schemas/http/library/audio';
import { sql } from 'kysely';
import { times, type Resource } from '../resource.ts';
import type { Row } from '../../../db/database.ts';

type StationRow = Row<'stations'>;

export const stationsResource: Resource<StationRow, Station> = {
  table: 'stations',
  title: 'station',
  max: 500,
  rows: sql`select * from stations`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.url ilike ${pattern})`,
  view: (row) => ({ id: row.id, name: row.name, url: row.url, ...times(row) }),
};
