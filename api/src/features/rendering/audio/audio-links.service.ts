import type { Response } from 'express';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { OwnersPolicy } from '../../../policies/visible-owners.ts';
import { readableAudio } from '../../../policies/library.ts';
import { findCallerOfKey } from '../../auth/index.ts';
import { findReadableFile, type AudioFile } from '../audio.repository.ts';
import { occupySlot } from '../../../http/files/download-slots.ts';
import { readerOf } from './audio-downloads.service.ts';
import type { Deps } from '../../../deps.ts';

/** How long an address is valid: longer than the longest file plays, and short enough that a leaked address is of little use. */
const LIFETIME_MS = 60 * 60_000;
const PURPOSE = 'audio-link';
const PER_USER = { hits: 2_000, windowSeconds: 3_600 };

/** An address for one file that this user may read. Throws not_found. */
export async function createLink(deps: Deps, user: Principal, policy: OwnersPolicy, sha256: string) {
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
export async function openLink(
  deps: Deps,
  { sha256, ticket, res }: { sha256: string; ticket: string; res: Response | undefined },
): Promise<AudioFile> {
  const text = unseal(deps.config.SERVICE_SECRET, PURPOSE, Buffer.from(ticket, 'base64url')) ?? '';
  const [named, expiresAt, keyId] = text.split(' ');
  if (named !== sha256 || !(Number(expiresAt) > Date.now())) throw missing();
  // The user may have been blocked, or lost the role, since the address was made.
  const caller = await findCallerOfKey(deps.db, Number(keyId));
  if (!caller) throw missing();
  const file = await findReadableFile(deps.db, sha256, { owners: readableAudio(caller) });
  if (!file) throw missing();
  occupySlot(deps.rendering.downloads, `user ${caller.id}`, res);
  return file;
}

const missing = () => notFound('There is no such audio');
