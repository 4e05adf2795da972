import { statfs } from 'node:fs/promises';
import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { Gauge } from 'prom-client';
import type { Deps } from '../deps.ts';
import { findOldestJobAge } from '../jobs/index.ts';
import { countUndeliveredEmergencies } from '../features/announcements/index.ts';
import { countFleet } from '../features/device-state/index.ts';

/** Prometheus metrics of the whole installation, equal on all instances. They keep their values while Postgres is away. */
const devicesByStatus = new Gauge({ name: 'belfry_devices', help: 'Devices by status', labelNames: ['status'] });
const undeliveredEmergencies = new Gauge({
  name: 'belfry_emergency_undelivered',
  help: 'Devices that have not begun to play a running emergency 30 s after its start',
});
const oldestJob = new Gauge({
  name: 'belfry_jobs_oldest_seconds',
  help: 'Age of the oldest background job that is due and not started',
});
const freeBytes = new Gauge({ name: 'belfry_data_free_bytes', help: 'Free space of the file system of DATA_DIR' });
const sizeBytes = new Gauge({ name: 'belfry_data_size_bytes', help: 'Size of the file system of DATA_DIR' });

/** An emergency is heard after a second or two where everything works. */
const EMERGENCY_GRACE_S = 30;

export async function observeInstallation({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const [devices, undelivered, oldestJobS, { bavail, blocks, bsize }] = await Promise.all([
    countFleet(db),
    countUndeliveredEmergencies(db, EMERGENCY_GRACE_S),
    findOldestJobAge(db),
    statfs(config.DATA_DIR),
  ]);
  for (const status of DEVICE_STATUSES) {
    const ofStatus = devices.filter((row) => row.status === status);
    devicesByStatus.set(
      { status },
      ofStatus.reduce((sum, { count }) => sum + count, 0),
    );
  }
  undeliveredEmergencies.set(undelivered);
  oldestJob.set(oldestJobS);
  freeBytes.set(bavail * bsize);
  sizeBytes.set(blocks * bsize);
}
