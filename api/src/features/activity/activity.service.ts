import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { Activity, ActivityQuery, ActivityRow } from '@belfry/schemas/http/activity/activity';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { TimeWindow } from '../../db/time-window.ts';
import type { Wire } from '../../http/routes/route.ts';
import { countNeeds, readNeeds } from './needs.ts';
import { type ActivityReader, KINDS, type Kind, SOURCES, type TimedRow } from './sources.ts';

const KINDS_OF: Record<Exclude<ActivityQuery['view'], 'needs'>, readonly Kind[]> = {
  all: KINDS,
  said: ['said'],
  scenarios: ['scenario'],
  alarms: ['alarm'],
  changes: ['change', 'commands'],
  messages: ['message'],
};

/** A page of the activity that the caller reads: each kind by its own rights, and merged by time. Throws invalid_input for a page of nowhere. */
export async function readActivity(
  db: Kysely<Database>,
  reader: ActivityReader,
  query: ActivityQuery,
): Promise<Wire<Activity>> {
  const { view, after, limit } = query;
  const needs = after === undefined ? (await countNeeds(db, reader, { company_id: query.company_id })).needs : null;
  if (view === 'needs') return { rows: await readNeeds(db, reader, query), next: null, needs };
  const position = after === undefined ? null : readPosition(after);
  const rows: TimedRow[] = [];
  const since = query.from === undefined ? null : new Date(query.from);
  // One after the other, so that a list takes one connection; what was said last, since each is counted over all of its loudspeakers.
  for (const kind of KINDS_OF[view].toSorted((a, b) => Number(a === 'said') - Number(b === 'said'))) {
    // Nothing that is older than a whole page is on it.
    const oldest = rows.toSorted(byTime)[limit]?.at_us;
    const window: TimeWindow = {
      from: oldest === undefined ? since : new Date(oldest),
      to: query.to === undefined ? null : new Date(query.to),
      after: position && {
        at: position.at,
        id: position.kind === kind ? position.id : null,
        inclusive: KINDS.indexOf(kind) > KINDS.indexOf(position.kind),
      },
      limit: limit + 1,
    };
    rows.push(...(await SOURCES[kind](db, reader, { company_id: query.company_id, q: query.q, view }, window)));
  }
  const merged = rows.toSorted(byTime);
  const page = merged.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }): Wire<ActivityRow> => row),
    next: last && merged.length > limit ? positionOf(last) : null,
    needs,
  };
}

/** The newest first; of the same instant in the order of the kinds, in which `readActivity` goes on behind a page. */
const byTime = (a: TimedRow, b: TimedRow): number => {
  if (a.at_us !== b.at_us) return a.at_us < b.at_us ? 1 : -1;
  // Rows of one kind are in order already, which a stable sort keeps.
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
};

const positionSchema = z.strictObject({
  at: z.iso.datetime({ precision: 6 }),
  kind: z.enum(KINDS),
  id: z.union([z.uuid(), z.string().regex(/^\d{1,18}$/)]),
});
type Position = z.output<typeof positionSchema>;

/** Where the next page goes on. */
const positionOf = ({ at_us, kind, key }: Pick<TimedRow, 'at_us' | 'kind' | 'key'>): string =>
  `${at_us} ${kind} ${key}`;

/** Throws invalid_input. */
function readPosition(text: string): Position {
  const [at, kind, id] = text.split(' ');
  const { data } = positionSchema.safeParse({ at, kind, id });
  // Runs alone have ids that are no numbers.
  if (!data || /^\d+$/.test(data.id) === ['said', 'scenario', 'commands'].includes(data.kind))
    throw new AppError('invalid_input', 'There is no such page');
  return data;
}
