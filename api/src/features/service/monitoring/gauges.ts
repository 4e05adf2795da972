import { DEVICE_STATUSES } from '@belfry/schemas/domain/device';
import { Gauge } from 'prom-client';

/** Prometheus metrics of the whole installation, equal on all instances. They keep their values while Postgres is away. */

const devices = new Gauge({ name: 'belfry_devices', help: 'Devices by status', labelNames: ['status'] });
const undelivered = new Gauge({
  name: 'belfry_emergency_undelivered',
  help: 'Devices that have not begun to play a running emergency 30 s after its start',
});
const oldestJob = new Gauge({
  name: 'belfry_jobs_oldest_seconds',
  help: 'Age of the oldest background job that is due and not started',
});
const freeBytes = new Gauge({ name: 'belfry_data_free_bytes', help: 'Free space of the file system of DATA_DIR' });
const sizeBytes = new Gauge({ name: 'belfry_data_size_bytes', help: 'Size of the file system of DATA_DIR' });

export type Installation = {
  devices: readonly { status: string; count: number }[];
  undelivered: number;
  oldestJobS: number;
  disk: { free: number; size: number };
};

export function setGauges({ devices: counts, undelivered: open, oldestJobS, disk }: Installation): void {
  for (const status of DEVICE_STATUSES) {
    const ofStatus = counts.filter((row) => row.status === status);
    devices.set(
      { status },
      ofStatus.reduce((sum, { count }) => sum + count, 0),
    );
  }
  undelivered.set(open);
  oldestJob.set(oldestJobS);
  freeBytes.set(disk.free);
  sizeBytes.set(disk.size);
}
