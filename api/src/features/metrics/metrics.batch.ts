import type { MetricRecord } from '@belfry/schemas/http/metrics';
import { uptimeHuman } from '@belfry/schemas/http/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import type { Serial } from '@belfry/schemas/domain/serial';

/** One record as it came, beside what the statement needs of it. */
export type Sample = {
  serial: Serial;
  body: MetricsMessage;
  /** By the device's clock, milliseconds. */
  collectedAt: number;
  /** By ours. */
  receivedAt: number;
};

/** What a batch says about one device. */
export type DeviceInBatch = {
  serial: Serial;
  /** The newest record: by sequence number when both have one, else by the time of collecting. */
  newest: Sample;
  /** When the device was last heard. */
  receivedAt: number;
  /** By how much its clock is ahead of ours at least: nothing is collected after it was received. */
  aheadMs: number;
  /** The cumulative acknowledgement to keep with the rows; null: not known. */
  acked: number | null;
};

/** The samples of a batch, and its devices; `deviceOf` gives each sample the index of its device. */
export type MetricsBatch = { samples: readonly Sample[]; devices: DeviceInBatch[]; deviceOf: number[] };

export function toBatch(samples: readonly Sample[]): MetricsBatch {
  const devices: DeviceInBatch[] = [];
  const known = new Map<Serial, { index: number; device: DeviceInBatch }>();
  const deviceOf = samples.map((sample) => {
    const { serial, collectedAt, receivedAt } = sample;
    const aheadMs = collectedAt - receivedAt;
    const entry = known.get(serial);
    if (!entry) {
      const device = { serial, newest: sample, receivedAt, aheadMs, acked: null };
      const index = devices.push(device) - 1;
      known.set(serial, { index, device });
      return index;
    }
    const { index, device } = entry;
    if (isNewer(sample, device.newest)) device.newest = sample;
    device.receivedAt = Math.max(device.receivedAt, receivedAt);
    device.aheadMs = Math.max(device.aheadMs, aheadMs);
    return index;
  });
  return { samples, devices, deviceOf };
}

function isNewer(a: Sample, b: Sample): boolean {
  const [seqA, seqB] = [a.body.seq, b.body.seq];
  return seqA !== undefined && seqB !== undefined ? seqA > seqB : a.collectedAt >= b.collectedAt;
}

/** The last record in the shape in which HTTP answers it; the statement adds `measured_at`. */
export function lastRecord({ body, receivedAt }: Sample): Omit<MetricRecord, 'measured_at'> {
  return {
    ...body,
    seq: body.seq ?? null,
    uptime_human: uptimeHuman(body.uptime_seconds),
    received_at: new Date(receivedAt).toISOString(),
  };
}
