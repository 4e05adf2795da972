import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { FLOOR_PLANS_FOLDER, floorPlanName } from '../../storage/index.ts';
import { findUnusedFiles, lockPlanFiles } from './floor-plans.repository.ts';

type FilesDeps = Pick<Deps, 'db' | 'files'>;

export async function forgetPlanFiles({ db, files }: FilesDeps, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await transact(db, async (trx) => {
    await lockPlanFiles(trx, 'removing');
    for (const sha256 of await findUnusedFiles(trx, hashes)) await files.remove(floorPlanName(sha256));
  });
}

export async function removeUnusedPlanFiles(deps: FilesDeps): Promise<void> {
  for await (const names of deps.files.list(FLOOR_PLANS_FOLDER)) {
    // Most are used, which is found out without the lock.
    const hashes = names.map((name) => name.slice(name.lastIndexOf('/') + 1));
    await forgetPlanFiles(deps, await findUnusedFiles(deps.db, hashes));
  }
}
