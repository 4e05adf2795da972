import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AUDIO_MAX_BYTES } from '@belfry/schemas/domain/announcements';
import { audioHttp, type Audio } from '@belfry/schemas/http/library/audio';
import { recordingsHttp } from '@belfry/schemas/http/live-pages/recordings';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { receiveFile, type UploadBudget } from '../../http/files/uploads.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { Reply } from '../../http/routes/route.ts';
import { findNewOwner } from '../../people/owner-access.ts';
import { canAddToLibraryOf } from '../../policies/owners.ts';
import { requireInstallationRoom } from '../../quotas/quotas.repository.ts';
import { gigabytesOf, storageOf } from '../../quotas/storage.repository.ts';
import { serve } from '../../serve.ts';
import { audioResource, insertAudio, renameAudio } from './audio.repository.ts';
import { decodeAudio } from './decode/index.ts';
import { changeRoute, listRoute, removeRoute } from './resource.routes.ts';
import { createOne, type Making, requireRoom } from './resource.service.ts';
import { findUsesOfAudio } from './uses.repository.ts';

/** Files that one person adds; each costs a process. */
const ADDED_PER_USER = { hits: 500, windowSeconds: 3_600 };

type Upload = { name: string; body: Readable; announcedBytes: number; isRecorded: boolean };

/**
 * Receives a file and adds it to the library of its owner once it is decoded from its beginning to its end; its type is that
 * of its content. Throws payload_too_large, unprocessable with the reason why it is refused, rate_limited, and files_unavailable
 * where the disk is full.
 */
async function uploadAudio(deps: Deps, making: Making, upload: Upload): Promise<Audio> {
  const { actor, ownerId } = making;
  await countAttempt(deps, [{ key: `audio-add:${actor.user.id}`, ...ADDED_PER_USER }]);
  await requireRoom(deps.db, audioResource, making);
  const branch = await deps.branches.ofMember(actor.user, ownerId);
  return deps.uploads.run({ ownerId, branch, userId: actor.user.id }, (budget) =>
    receiveAudio(deps, making, upload, budget),
  );
}

async function receiveAudio(
  deps: Deps,
  making: Making,
  { name, body, announcedBytes, isRecorded }: Upload,
  budget: UploadBudget,
): Promise<Audio> {
  const { store } = deps.rendering;
  const { ownerId } = making;
  const { most, left } = await storageOf(deps.db, ownerId);
  const quota = { bytes: left, exceeded: () => overQuota(most) };
  const received = await store.openWorkFile();
  const cleaned = await store.openWorkFile();
  try {
    const limits = { maxBytes: AUDIO_MAX_BYTES, announcedBytes, title: 'An audio file', budget, quota };
    await receiveFile(body, received, limits);
    const decoded = await decodeAudio(ownerId, received, cleaned, isRecorded);
    const { format, duration_ms, converted, loudness_lufs, peak_dbtp, ...facts } = decoded;
    const file = converted ? cleaned : received;
    const [sha256, { size: bytes }] = [await hashOf(file), await stat(file)];
    return await createOne(deps, audioResource, making, async (trx) => {
      // The owner is locked, so that uploads at the same time do not exceed the quota together.
      await requireQuota(trx, ownerId, bytes);
      await store.adopt(sha256, file);
      await deps.rendering.addFile(trx, { sha256, bytes, format, duration_ms, loudness_lufs, peak_dbtp }, ownerId);
      return insertAudio(trx, ownerId, { name, sha256, ...facts });
    });
  } finally {
    await rm(received, { force: true });
    await rm(cleaned, { force: true });
  }
}

async function requireQuota(db: Kysely<Database>, userId: number, bytes: number): Promise<void> {
  await requireInstallationRoom(db, 'audio_bytes', bytes);
  const { most, left } = await storageOf(db, userId);
  if (bytes > left) throw overQuota(most);
}

const overQuota = (most: number): AppError =>
  new AppError('unprocessable', `Your audio may take ${gigabytesOf(most)} GB. Please delete some first.`);

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A file becomes audio of the library; see LIB-4 and PAGE-9. */
const uploadRoute = (endpoint: typeof audioHttp.upload | typeof recordingsHttp.create, isRecorded: boolean) =>
  serve(
    endpoint,
    { access: 'signed-in', policy: canAddToLibraryOf, audit: 'library.create of audio' },
    async ({ deps, user, ip, policy, query: { name, user_id }, req }) => {
      const ownerId = await findNewOwner(deps.db, user, user_id, { policy, right: 'plan' });
      const announcedBytes = Number(req.headers['content-length'] ?? 0);
      const making = { actor: { user, ip }, ownerId };
      const upload = { name, body: req, announcedBytes, isRecorded };
      return Reply.json(JSON.stringify(await uploadAudio(deps, making, upload)));
    },
  );

export const audioRoutes = [
  listRoute(audioHttp.list, audioResource),
  uploadRoute(audioHttp.upload, false),
  uploadRoute(recordingsHttp.create, true),
  changeRoute(audioHttp.change, audioResource, (trx, { id }, { name }) => renameAudio(trx, id, name)),
  removeRoute(audioHttp.remove, audioResource, findUsesOfAudio),
];
