import { statfs } from 'node:fs/promises';
import { findOldestJobAge } from '../../../jobs/index.ts';
import { countUndeliveredEmergencies } from '../../announcements/index.ts';
import { countFleet } from '../../device-state/fleet/index.ts';
import { setGauges } from './gauges.ts';
import type { Deps } from '../../../deps.ts';

/** An emergency is heard after a second or two where everything works. */
const EMERGENCY_GRACE_S = 30;

/** Reads what concerns the whole installation and sets its gauges for the next scrape. */
export async function observeInstallation({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const [devices, undelivered, oldestJobS, { bavail, blocks, bsize }] = await Promise.all([
    countFleet(db),
    countUndeliveredEmergencies(db, EMERGENCY_GRACE_S),
    findOldestJobAge(db),
    statfs(config.DATA_DIR),
  ]);
  setGauges({ devices, undelivered, oldestJobS, disk: { free: bavail * bsize, size: blocks * bsize } });
}
