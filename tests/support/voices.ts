import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { seedVoices } from '@belfry/api/features/speech/voices/index';
import type { TestApi } from './api.ts';

/** The catalogue of a new installation in an api that is lent: no favourites, no blocked voices, no samples. */
export async function resetVoices({ db, config }: Pick<TestApi, 'db' | 'config'>): Promise<void> {
  for (const table of ['voice_favorites', 'voices'] as const) await db.deleteFrom(table).execute();
  await seedVoices({ db });
  await rm(join(config.DATA_DIR, 'samples'), { recursive: true, force: true });
}
