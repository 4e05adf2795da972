import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import { uptimeHuman } from '@belfry/schemas/http/metrics/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import type { Serial } from '@belfry/schemas/domain/serial';

export type Sample = {
  serial: Serial;
  body: MetricsMessage;
  /** In milliseconds by the device's clock. */
  collectedAt: number;
  /** In milliseconds by the server's clock. */
  receivedAt: number;
};

export type DeviceInBatch = {
  serial: Serial;
  /** The newest record: by sequence number when both have one, else by the time of collecting. */
  newest: Sample;
  receivedAt: number;
  /** The least by which its clock is ahead of the server's, since no record is collected after it is received; in milliseconds. */
  aheadMs: number;
  /** The cumulative acknowledgement to store with the rows; null: unknown. */
  acked: number | null;
  /** Whether that replaces a higher one, because the device has restarted its numbering. */
  restarted: boolean;
};

/** `deviceOf` gives each sample the index of its device. */
export type MetricsBatch = { samples: readonly Sample[]; devices: DeviceInBatch[]; deviceOf: number[] };

export function toBatch(samples: readonly Sample[]): MetricsBatch {
  const devices: DeviceInBatch[] = [];
  const bySerial = new Map<Serial, { index: number; device: DeviceInBatch }>();
  const deviceOf = samples.map((sample) => {
    const { serial, collectedAt, receivedAt } = sample;
    const aheadMs = collectedAt - receivedAt;
    const entry = bySerial.get(serial);
    if (!entry) {
      const device = { serial, newest: sample, receivedAt, aheadMs, acked: null, restarted: false };
      const index = devices.push(device) - 1;
      bySerial.set(serial, { index, device });
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

/** The last record as HTTP answers contain it; the statement adds `measured_at`. The clock is a state of the device. */
export function lastRecord({ body, receivedAt }: Sample): Omit<MetricRecord, 'measured_at'> {
  const { clock_offset_ms: _offset, clock_synchronised: _synchronised, ...record } = body;
  return {
    ...record,
    seq: body.seq ?? null,
    uptime_human: uptimeHuman(body.uptime_seconds),
    received_at: new Date(receivedAt).toISOString(),
  };
}
