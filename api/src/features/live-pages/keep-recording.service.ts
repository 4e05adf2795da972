import { createHash } from 'node:crypto';
import {
  PAGE_AFTERWARDS_MS,
  PAGE_MAX_MS,
  PAGE_RECORDINGS_MAX_BYTES,
  PAGE_TITLES,
} from '@belfry/schemas/http/live-pages/live-pages';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { oggOpus } from '../../lib/ogg-opus.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { notifyRunsChanged, type PagePlace, sendRecording, startRecordedRun } from '../announcements/index.ts';
import { findPlacesToPlay, type PageNow, readPage } from './page-devices.repository.ts';
import type { StoredPage } from './live-pages.repository.ts';
import { hasMissed, placeStateOf } from './place-state.ts';
import { countRecordingBytes, findRunOf, forgetOld, setRecording } from './recordings.repository.ts';

/** Where recordings are not kept they stay until whoever has missed the page has fetched them. */
const UNKEPT_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Of the longest page at 24 kbit/s. */
export const RECORDING_BYTES = (PAGE_MAX_MS / 1_000) * 3_000;
const BATCH = 100;

/**
 * Stores what was said in a page that has ended, and plays it to whoever has missed it, or to all where it was recorded first. A page of a few
 * frames in which nobody has spoken leaves nothing.
 * @param packets the Opus packets of the frames, in their order
 */
export async function keepRecording(deps: Deps, page: StoredPage, packets: readonly Uint8Array[]): Promise<void> {
  if (packets.length === 0) return;
  const now = await readPage(deps.db, page.page_id);
  if (!now) return;
  const isRecordedFirst = page.path === 'record';
  const places = isRecordedFirst || now.stopped ? [] : await findMissing(deps, page, now);
  const isNeeded = (isRecordedFirst && !now.stopped) || places.length > 0;
  if (deps.config.PAGE_RECORDING_DAYS === 0 && !isNeeded) return;
  const item = await storeRecording(deps, page, packets);
  notifyRunsChanged(deps.events, [{ run_id: page.run_id, user_ids: [...new Set([page.user_id, page.opened_by])] }]);
  const expires_at = new Date(Date.now() + PAGE_AFTERWARDS_MS);
  if (isRecordedFirst && !now.stopped) await sendRecording(deps, { run_id: page.run_id, items: [item], expires_at });
  else if (places.length > 0) await playTo(deps, page, places, { item, expires_at });
}

/** The places that get the recording: those with other firmware, and with `afterwards` those that were busy or away. */
async function findMissing(
  { db }: Pick<Deps, 'db'>,
  { page_id, busy }: StoredPage,
  { devices }: PageNow,
): Promise<PagePlace[]> {
  const missed = busy === 'afterwards' ? devices.filter((device) => hasMissed(placeStateOf(device))) : [];
  return findPlacesToPlay(
    db,
    page_id,
    missed.map(({ device_id }) => device_id),
  );
}

/** Throws unprocessable where the installation or the organisation has no room for another recording. */
export async function requireRecordingRoom(db: Kysely<Database>, ownerId: number, more: number): Promise<void> {
  await requireInstallationRoom(db, 'audio_bytes', more);
  if ((await countRecordingBytes(db, ownerId)) + more > PAGE_RECORDINGS_MAX_BYTES)
    throw new AppError('unprocessable', 'This organisation has no room for more recordings of live pages');
}

export async function hasRecordingRoom(db: Kysely<Database>, ownerId: number): Promise<boolean> {
  try {
    await requireRecordingRoom(db, ownerId, RECORDING_BYTES);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unprocessable') return false;
    throw error;
  }
}

async function storeRecording(
  { db, rendering }: Pick<Deps, 'db' | 'rendering'>,
  { page_id, user_id }: StoredPage,
  packets: readonly Uint8Array[],
): Promise<AudioItem> {
  const file = oggOpus(packets);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const duration_ms = packets.length * PAGE_FRAME_MS;
  await requireRecordingRoom(db, user_id, file.length);
  await rendering.store.put(sha256, file);
  await rendering.addFile(db, { sha256, bytes: file.length, format: 'ogg', duration_ms }, user_id);
  await setRecording(db, page_id, { sha256, duration_ms });
  return { sha256, duration_ms };
}

async function playTo(
  deps: Deps,
  { run_id, user_id, priority }: StoredPage,
  places: readonly PagePlace[],
  { item, expires_at }: { item: AudioItem; expires_at: Date },
): Promise<void> {
  const run = await findRunOf(deps.db, run_id);
  if (!run) return;
  const { started_by, chime, targets } = run;
  const recorded = { user_id, started_by, title: PAGE_TITLES.recording, priority, chime, targets, expires_at };
  await startRecordedRun(deps, recorded, places, [item]);
}

/** Deletes recordings after PAGE_RECORDING_DAYS; where these are 0, an hour after the page. */
export async function deleteOldRecordings({
  db,
  config,
  rendering,
}: Pick<Deps, 'db' | 'config'> & { rendering: Pick<Deps['rendering'], 'forgetFiles'> }): Promise<void> {
  const keptMs = Math.max(config.PAGE_RECORDING_DAYS * DAY_MS, UNKEPT_MS);
  for (;;) {
    const sha256s = await forgetOld(db, { before: new Date(Date.now() - keptMs), limit: BATCH });
    await rendering.forgetFiles(sha256s);
    if (sha256s.length < BATCH) return;
  }
}
