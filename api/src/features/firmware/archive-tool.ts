import { read, type Reader } from '@belfry/schemas/json/reader';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  archiveFilenameSchema,
  archiveVersionSchema,
  sha256Schema,
  signatureSchema,
} from '@belfry/schemas/domain/firmware';
import { AppError } from '../../errors.ts';
import { runNode } from '../../lib/run-node.ts';
import { rm, writeFile } from 'node:fs/promises';
import { archiveName, type FileStore } from '../../storage/index.ts';

/** The project command of the reference device, which packs, signs and reads archives in a process of its own. */
const TOOL = fileURLToPath(new URL('../../../../device-firmware-sim/src/firmware.ts', import.meta.url));
const LIMITS = { timeoutMs: 60_000, maxHeapMb: 256, maxMemoryMb: 768, maxOutputBytes: 100_000 };

const packedSchema = z.object({
  version: archiveVersionSchema,
  firmware_version: z.string(),
  created: z.iso.datetime(),
  sha256: sha256Schema,
  size: z.int(),
});
const builtSchema = packedSchema.extend({ filename: archiveFilenameSchema, signature: signatureSchema });
const refusedSchema = z.object({ code: z.string(), error: z.string() });
type PackedArchive = z.infer<typeof packedSchema>;
export type BuiltArchive = z.infer<typeof builtSchema>;

/** Runs the tool. Throws unprocessable with its reason where it refuses an archive. */
export type ArchiveTool = {
  /** Builds an archive from the installed source of the client into a folder; `version` null: that of the source. */
  build: (version: number | null, folder: string) => Promise<BuiltArchive>;
  verify: (file: string, signatureFile: string) => Promise<PackedArchive>;
  publicKey: () => Promise<string>;
};

/**
 * @param keyFile the signing key, which the tool reads
 * @param prepareKey makes the file contain the key; called before its first use, and again after a failure
 */
export function createArchiveTool(keyFile: string, prepareKey: () => Promise<void>): ArchiveTool {
  const prepared = onceSucceeded(prepareKey);
  const call = async <T>(schema: Reader<T>, ...args: string[]): Promise<T> => {
    await prepared();
    return read(schema, await run([...args, '--key-file', keyFile]));
  };
  return {
    build: (version, folder) =>
      call(builtSchema, 'build', '--out', folder, ...(version === null ? [] : ['--version', String(version)])),
    verify: (file, signatureFile) => call(packedSchema, 'verify', file, '--signature', signatureFile),
    publicKey: onceSucceeded(async () => (await call(z.object({ public_key: z.string() }), 'public-key')).public_key),
  };
}

/** Callers share one call; after a failure the next one calls again. */
function onceSucceeded<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= call().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

async function run(args: string[]): Promise<unknown> {
  const { error, output, stderr } = await runNode(TOOL, args, LIMITS);
  if (!error) return output;
  const refused = refusedSchema.safeParse(output);
  if (refused.success) throw new AppError('unprocessable', refused.data.error);
  throw new Error(`the archive tool failed: ${stderr.slice(0, 500)}`, { cause: error });
}

/** The files of the archives. Names must be valid (`archiveFilenameSchema`), because they become file names. */
export type ArchiveFiles = {
  store: FileStore;
  nameOf: (filename: string) => string;
  openWorkFolder: () => Promise<string>;
  discard: (workFolder: string) => Promise<void>;
  /** Stores a file of a work folder under its name. The caller holds the row of that name, so that it replaces no other one. */
  publish: (file: string, filename: string) => Promise<void>;
  remove: (filename: string) => Promise<unknown>;
};

export function createArchiveFiles(store: FileStore): ArchiveFiles {
  return {
    store,
    nameOf: archiveName,
    openWorkFolder: () => store.work.newFolder(),
    discard: (workFolder) => rm(workFolder, { recursive: true, force: true }),
    publish: (file, filename) => store.putFile(archiveName(filename), file),
    remove: (filename) => store.remove(archiveName(filename)),
  };
}

export const nameTaken = (): AppError => new AppError('conflict', 'There is an archive with this name already');

export async function writeSignature(file: string, signature: string): Promise<string> {
  await writeFile(`${file}.sig`, signature);
  return `${file}.sig`;
}
