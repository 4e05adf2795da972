import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import type { Response } from 'express';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../errors.ts';
import { downloaderOf, type InTurn, occupySlot } from '../../../http/files/download-slots.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import type { Principal, DevicePrincipal } from '../../../http/routes/principal.ts';
import { Reply } from '../../../http/routes/route.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Urgency } from '../../../lib/semaphore.ts';
import { readableAudio, type OwnersPolicy } from '../../../policies/owners.ts';
import { serve } from '../../../serve.ts';
import { findCallerOfKey } from '../../../people/live-keys.ts';
import { findReadableFile, findUrgentRun, type AudioFile, type AudioReader } from './rendering.repository.ts';

const PER_CALLER = { hits: 6_000, windowSeconds: 3_600 };
type Download = {
  user: Principal | null;
  device: DevicePrincipal | null;
  policy: OwnersPolicy;
  sha256: string;
  res: Response | undefined;
};

/**
 * Admits a download, which occupies a slot until its answer has ended. Throws not_found and
 * rate_limited.
 */
async function prepareDownload(deps: Deps, download: Download): Promise<{ file: AudioFile; inTurn: InTurn }> {
  const { user, device, policy, sha256, res } = download;
  const downloader = await downloaderOf(deps.branches.of, user, device);
  const inTurn = await occupySlot(deps.rendering.downloads, downloader, res, () => urgencyOf(deps, device));
  const file = await inTurn.prepare(async () => {
    await countAttempt(deps, [{ key: `audio-download:${downloader.part}`, ...PER_CALLER }]);
    return findReadableFile(deps.db, sha256, readerOf(user, device, policy));
  });
  if (!file) throw missing();
  return { file, inTurn };
}

/** The most urgent thing that a device is to play: everything that it fetches until then may be for it. */
const urgencyOf = async ({ db }: Deps, device: DevicePrincipal | null): Promise<Urgency> =>
  device ? ((await findUrgentRun(db, device.device_id)) ?? 'devices') : 'other';

/** Whose audio the caller may read: that of a device's owner, or what the policy says of the user. Throws not_found without a caller. */
function readerOf(user: Principal | null, device: DevicePrincipal | null, policy: OwnersPolicy): AudioReader {
  if (device) return { deviceId: device.device_id };
  if (!user) throw missing();
  return { owners: policy(user) };
}

/** Longer than the longest file plays, and short enough that a leaked address is of little use. */
const LIFETIME_MS = 60 * 60_000;
const PURPOSE = 'audio-link';
const PER_USER = { hits: 2_000, windowSeconds: 3_600 };
/** An address for one file that this user may read. Throws not_found. */
async function createLink(deps: Deps, user: Principal, policy: OwnersPolicy, sha256: string) {
  await countAttempt(deps, [{ key: `audio-link:${user.id}`, ...PER_USER }]);
  if (!(await findReadableFile(deps.db, sha256, readerOf(user, null, policy)))) throw missing();
  const expiresAt = Date.now() + LIFETIME_MS;
  const text = [sha256, expiresAt, user.key_id].join(' ');
  const ticket = seal(deps.config.SERVICE_SECRET, PURPOSE, text).toString('base64url');
  return { url: `/api/audio/${sha256}/content?ticket=${ticket}`, expires_at: new Date(expiresAt) };
}

/**
 * The file of an address that is still valid, with one of the concurrent downloads. An address ends with the key that asked
 * for it, with a block of its user, and with their right to read the file. Throws not_found.
 */
async function openLink(
  deps: Deps,
  { sha256, ticket, res }: { sha256: string; ticket: string; res: Response | undefined },
): Promise<{ file: AudioFile; inTurn: InTurn }> {
  const text = unseal(deps.config.SERVICE_SECRET, PURPOSE, Buffer.from(ticket, 'base64url')) ?? '';
  const [named, expiresAt, keyId] = text.split(' ');
  if (named !== sha256 || !(Number(expiresAt) > Date.now())) throw missing();
  // The user may have been blocked, or lost the role, since the address was made.
  const caller = await findCallerOfKey(deps.db, Number(keyId));
  if (!caller) throw missing();
  const downloader = await downloaderOf(deps.branches.of, caller, null);
  const inTurn = await occupySlot(deps.rendering.downloads, downloader, res);
  const file = await inTurn.prepare(() => findReadableFile(deps.db, sha256, { owners: readableAudio(caller) }));
  if (!file) throw missing();
  return { file, inTurn };
}

const missing = () => notFound('There is no such audio');

/** The content of a hash never changes. */
const FOR_EVER = 'private, max-age=31536000, immutable';
const MEDIA_TYPES = { mp3: 'audio/mpeg', ogg: 'audio/ogg', flac: 'audio/flac', wav: 'audio/wav' } as const;

function contentOf(
  { rendering: { store } }: Deps,
  sha256: string,
  { file: { format }, inTurn }: { file: AudioFile; inTurn: InTurn },
): Reply<never> {
  const headers = { 'Content-Type': MEDIA_TYPES[format], 'Cache-Control': FOR_EVER, ETag: `"${sha256}"` };
  return Reply.stored(store.files, store.nameOf(sha256), { headers, inTurn });
}

export const audioContentRoutes = [
  serve(
    audioContentHttp.download,
    { access: 'device-or-signed-in', policy: readableAudio },
    async ({ deps, user, device, policy, params: { sha256 }, req }) =>
      contentOf(deps, sha256, await prepareDownload(deps, { user, device, policy, sha256, res: req.res })),
  ),
  serve(
    audioContentHttp.createLink,
    { access: 'signed-in', policy: readableAudio, audit: 'none: it is a link for a moment' },
    ({ deps, user, policy, params }) => createLink(deps, user, policy, params.sha256),
  ),
  serve(audioContentHttp.openLink, { access: 'public' }, async ({ deps, params: { sha256 }, query, req }) =>
    contentOf(deps, sha256, await openLink(deps, { sha256, ticket: query.ticket, res: req.res })),
  ),
];
