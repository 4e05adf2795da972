import type { Audio } from '@belfry/schemas/http/library/audio';
import { sql } from 'kysely';
import { times, type Resource } from '../resource.ts';
import type { Row } from '../../../db/database.ts';

type AudioRow = Row<'audio'> & Pick<Audio, 'format' | 'bytes' | 'duration_ms'>;

export const audioResource: Resource<AudioRow, Audio> = {
  table: 'audio',
  title: 'audio file',
  max: 2_000,
  rows: sql`
    select a.*, f.format, f.bytes, f.duration_ms
    from audio a join audio_files f on f.sha256 = a.sha256`,
  matches: (pattern) => sql`(r.name ilike ${pattern} or r.title ilike ${pattern} or r.artist ilike ${pattern})`,
  view: (row) => ({
    id: row.id,
    name: row.name,
    sha256: row.sha256,
    format: row.format,
    bytes: row.bytes,
    duration_ms: row.duration_ms,
    title: row.title,
    artist: row.artist,
    peaks: row.peaks,
    ...times(row),
  }),
};
