import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ARCHIVE_MAX_BYTES, ARCHIVES_MAX } from '@belfry/schemas/domain/firmware';
import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { ownUpload, receiveFile } from '../../http/files/uploads.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { Policy } from '../../policies/accounts.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import { nameTaken, writeSignature, type BuiltArchive } from './archive-tool.ts';
import {
  countArchives,
  deleteArchive,
  findArchives,
  insertArchive,
  isRolledOut,
  lockArchive,
  type ArchiveRow,
} from './archives.repository.ts';
import type { Deps } from '../../deps.ts';

/** Archives that one user adds; each costs a process. */
const ADDED_PER_USER = { hits: 30, windowSeconds: 3_600 };
const STEP = 0.1;

const archivePath = (filename: string): string => `/api/client/archives/${filename}`;

export const toArchive = ({ firmware_version, ...row }: ArchiveRow): Wire<ClientArchive> => ({
  ...row,
  ...(firmware_version !== null && { firmware_version }),
  path: archivePath(row.filename),
});

/**
 * Builds an archive from the installed source of the client, one version above the highest. Throws unprocessable where the
 * server keeps as many as it can, rate_limited.
 */
export async function createArchive(deps: Deps, actor: Actor): Promise<Wire<ClientArchive>> {
  await checkRoom(deps, actor);
  return deps.firmware.inWorkFolder(async (folder) => {
    const built = await deps.firmware.tool.build(await nextVersion(deps), folder);
    return add(deps, actor, { action: 'firmware.create', file: join(folder, built.filename) }, built);
  });
}

type Upload = { body: Readable; announcedBytes: number; filename: string; signature: string };

/**
 * Receives an archive and adds it once its content and signature are verified. Throws payload_too_large, unprocessable with
 * the reason why it is refused, conflict for a name that exists.
 */
export async function uploadArchive(deps: Deps, actor: Actor, upload: Upload): Promise<Wire<ClientArchive>> {
  const { filename, signature, body, announcedBytes } = upload;
  await checkRoom(deps, actor);
  const limits = { maxBytes: ARCHIVE_MAX_BYTES, announcedBytes, title: 'An archive' };
  return deps.uploads.run(ownUpload(actor.user.id), (budget) =>
    deps.firmware.inWorkFolder(async (folder) => {
      const file = join(folder, randomUUID());
      await receiveFile(body, file, { ...limits, budget });
      const packed = await deps.firmware.tool.verify(file, await writeSignature(file, signature));
      return add(deps, actor, { action: 'firmware.upload', file }, { ...packed, filename, signature });
    }),
  );
}

/** Throws not_found, and conflict while a rollout uses the archive. */
export async function removeArchive(deps: Deps, actor: Actor, policy: Policy, filename: string): Promise<void> {
  await transact(deps.db, async (trx) => {
    const archive = policy(actor.user) && (await lockArchive(trx, filename));
    if (!archive) throw archiveNotFound();
    if (await isRolledOut(trx, filename)) throw new AppError('conflict', 'A rollout uses this archive');
    await deleteArchive(trx, filename);
    const { version, sha256 } = archive;
    const details = { version, sha256 };
    await audit(trx, actor, {
      action: 'firmware.delete',
      ...objectOf(filename),
      details,
      before: { filename, ...details },
    });
    // Before the commit, after which another archive may get the name.
    await deps.firmware.files.remove(filename);
  });
  deps.events.changed('firmware_changed', [filename]);
}

export const archiveNotFound = (): AppError => notFound('There is no archive with this name');

async function add(
  deps: Deps,
  actor: Actor,
  { action, file }: { action: 'firmware.create' | 'firmware.upload'; file: string },
  { filename, version, firmware_version, size, sha256, signature, created }: BuiltArchive,
): Promise<Wire<ClientArchive>> {
  const { db, firmware, events } = deps;
  const row = { filename, version, firmware_version, size, sha256, signature, created: new Date(created) };
  await transact(db, async (trx) => {
    if (!(await insertArchive(trx, { ...row, added_by: actor.user.id }))) throw nameTaken();
    const details = { version, size, sha256 };
    await audit(trx, actor, { action, ...objectOf(filename), details, after: { filename, ...details } });
    // Within the transaction, in which no other instance can use the name. A file whose row is not committed is replaced by the next one.
    await firmware.files.publish(file, filename);
  });
  events.changed('firmware_changed', [filename]);
  return toArchive(row);
}

const objectOf = (filename: string) => ({ object_kind: 'firmware_archive', object_id: filename });

async function checkRoom(deps: Deps, { user }: Actor): Promise<void> {
  await countAttempt(deps, [{ key: `firmware-add:${user.id}`, ...ADDED_PER_USER }]);
  if ((await countArchives(deps.db)) < ARCHIVES_MAX) return;
  throw new AppError('unprocessable', `There can be ${ARCHIVES_MAX} archives at most. Please delete some first.`);
}

/** The version of the source for the first archive, then a tenth above the highest; see FW-2. */
async function nextVersion({ db }: Deps): Promise<number | null> {
  const [highest] = await findArchives(db);
  return highest ? Math.round((highest.version + STEP) * 10) / 10 : null;
}
