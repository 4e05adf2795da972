import { randomUUID } from 'node:crypto';
import type { Chime } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { PageBody } from '@belfry/schemas/http/live-pages/live-pages';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { type Kysely, sql } from 'kysely';
import { auditAsSystem } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import type { LevelledPlace } from '../library/rendering/index.ts';
import { notifyRunsChanged, scheduleSweep } from './runs.service.ts';
import { insertRun, type NewDelivery, type NewPart, type NewRun } from './say.repository.ts';
import { sendPart, type SendDeps } from './say.service.ts';

/** A place of a page; `volume`: that is sent, null: the device keeps its own. */
export type PagePlace = NewDelivery['place'] & { online: boolean; volume: number | null } & LevelledPlace;

type PageRun = Pick<NewRun, 'run_id' | 'user_id' | 'started_by' | 'title'> & {
  priority: PageBody['priority'];
  chime: Chime;
  targets: Targets;
  expires_at: Date;
};

/** Stores the run of something that is said live, or was: its places, and a part for those that are equally loud. @returns the numbers of the parts */
export async function insertPageRun(
  trx: Kysely<Database>,
  run: PageRun,
  places: readonly PagePlace[],
  items: AudioItem[] | null = null,
): Promise<number[]> {
  const parts = new Map<string, NewPart>();
  const deliveries = places.map(({ online, volume, trim_db, takes_gain, ...place }) => {
    const key = JSON.stringify([volume, trim_db, takes_gain]);
    // The name in lists; nothing is spoken.
    const spoken = { key: { text: run.title, language: '', voice: '' } };
    const alone = { items_before: [], items_after: [] };
    const part = parts.get(key) ?? { part: parts.size, spoken, items, ...alone, volume, trim_db, takes_gain };
    parts.set(key, part);
    return { place, part: part.part, online, spoken: { language: null, voice: null } };
  });
  const { run_id, user_id, started_by, title, priority, chime, targets, expires_at } = run;
  const fixed = { kind: 'page', state: 'running', message_id: null, repeat: 1, pause_ms: 0 } as const;
  const row = { ...fixed, run_id, user_id, started_by, title, priority, chime, targets, expires_at };
  await insertRun(trx, row, [...parts.values()], deliveries);
  return [...parts.values()].map(({ part }) => part);
}

type Sending = SendDeps & Pick<Deps, 'jobs'>;

/** Plays what was said to places that have missed it, as a run of its own. What does not begin in time is not heard. @returns its id */
export async function startRecordedRun(
  deps: Sending,
  run: Omit<PageRun, 'run_id'>,
  places: readonly PagePlace[],
  items: AudioItem[],
): Promise<string> {
  const run_id = randomUUID();
  const { title, user_id, expires_at } = run;
  const parts = await transact(deps.db, async (trx) => {
    const inserted = await insertPageRun(trx, { ...run, run_id }, places, items);
    const after = { kind: 'page', title, devices: places.length };
    const object = { object_kind: 'announcement', object_id: run_id, owner_id: user_id };
    await auditAsSystem(trx, [{ action: 'announcement.start', ...object, details: after, after }]);
    await scheduleSweep(trx, deps.jobs, run_id, expires_at);
    return inserted;
  });
  notifyRunsChanged(deps.events, [{ run_id, user_ids: [user_id] }]);
  for (const part of parts) await sendPart(deps, run_id, part);
  return run_id;
}

export async function sendRecording(
  deps: SendDeps,
  { run_id, items, expires_at }: { run_id: string; items: AudioItem[]; expires_at: Date },
): Promise<void> {
  const parts = await transact(deps.db, async (trx) => {
    await trx.updateTable('announcement_runs').set({ expires_at }).where('run_id', '=', run_id).execute();
    const { rows } = await sql<{ part: number }>`
      update announcement_parts set items = ${JSON.stringify(items)}::jsonb where run_id = ${run_id}::uuid returning part`.execute(
      trx,
    );
    return rows.map(({ part }) => part);
  });
  for (const part of parts) await sendPart(deps, run_id, part);
}
