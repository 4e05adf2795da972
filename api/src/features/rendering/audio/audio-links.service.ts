import type { Response } from 'express';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { seal, unseal } from '../../../lib/seal.ts';
import type { Policy } from '../../../policies/policy.ts';
import { isKeyLive } from '../../auth/index.ts';
import { findReadableFile, type AudioFile } from '../audio.repository.ts';
import type { RenderingDeps } from '../deps.ts';
import { occupySlot, readerOf } from './audio-downloads.service.ts';

/** Longer than the longest file is listened to, and short enough that an address which leaks is of little use. */
const LIFETIME_MS = 60 * 60_000;
const PURPOSE = 'audio-link';
/** Whether the address may play any file, or files of its user. */
const [ALL, OWN] = ['all', 'own'];
const PER_USER = { hits: 2_000, windowSeconds: 3_600 };

/** An address for one file that this person may read. Throws not_found. */
export async function createLink(deps: RenderingDeps, user: Principal, policy: Policy, sha256: string) {
  await countAttempt(deps, [{ key: `audio-link:${user.id}`, ...PER_USER }]);
  const reader = readerOf(user, null, policy);
  if (!(await findReadableFile(deps.db, sha256, reader))) throw missing();
  const expiresAt = Date.now() + LIFETIME_MS;
  const text = [sha256, expiresAt, user.id, user.key_id, reader ? OWN : ALL].join(' ');
  const ticket = seal(deps.config.SERVICE_SECRET, PURPOSE, text).toString('base64url');
  return { url: `/api/audio/${sha256}/content?ticket=${ticket}`, expires_at: new Date(expiresAt) };
}

/**
 * The file of an address that is still valid, with one of the concurrent downloads. An address ends with the key that asked
 * for it, and with the ownership of the file. Throws not_found.
 */
export async function openLink(
  deps: RenderingDeps,
  { sha256, ticket, res }: { sha256: string; ticket: string; res: Response | undefined },
): Promise<AudioFile> {
  const text = unseal(deps.config.SERVICE_SECRET, PURPOSE, Buffer.from(ticket, 'base64url')) ?? '';
  const [named, expiresAt, userId, keyId, extent] = text.split(' ');
  if (named !== sha256 || !(Number(expiresAt) > Date.now())) throw missing();
  if (!(await isKeyLive(deps.db, Number(keyId)))) throw missing();
  const file = await findReadableFile(deps.db, sha256, extent === ALL ? null : { userId: Number(userId) });
  if (!file) throw missing();
  occupySlot(deps, `user ${userId}`, res);
  return file;
}

const missing = () => notFound('There is no such audio');
