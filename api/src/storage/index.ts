import type { Config } from '../config/config.ts';
import { createDirectoryStore } from './directory-store.ts';
import type { FileStore } from './file-store.ts';

export { createDirectoryStore, createFreeSpace, type Space } from './directory-store.ts';
export type { FileStore, StoredFile } from './file-store.ts';
export { archiveName, audioName, FLOOR_PLANS_FOLDER, floorPlanName, SAMPLES_FOLDER } from './names.ts';

type StoreSettings = Pick<Config, 'DATA_DIR' | 'FILES_URL' | 'FILES_S3_ACCESS_KEY_ID' | 'FILES_S3_SECRET_ACCESS_KEY'>;

/** The SDK of S3 is loaded only where it is used. */
export async function createFileStore({
  DATA_DIR,
  FILES_URL,
  FILES_S3_ACCESS_KEY_ID: accessKeyId,
  FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
}: StoreSettings): Promise<FileStore> {
  if (!FILES_URL) return createDirectoryStore(DATA_DIR);
  const { createS3Store } = await import('./s3-store.ts');
  const credentials = accessKeyId !== undefined && secretAccessKey !== undefined && { accessKeyId, secretAccessKey };
  return createS3Store({ ...FILES_URL, ...(credentials && { credentials }) }, DATA_DIR);
}
