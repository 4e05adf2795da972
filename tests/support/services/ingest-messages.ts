import type { MetricsMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import type { startIngestFeatures } from './ingest-features.ts';
import { metricsMessage, statusMessage } from '../devices/mqtt-device.ts';
import { until } from '../until.ts';

type Ingest = Awaited<ReturnType<typeof startIngestFeatures>>;
export type Flags = Parameters<Ingest['message']>[2];
type State = {
  status: string;
  silent: boolean;
  last_seen: Date | null;
  device_version: string | null;
  hostname: string | null;
  ip: string | null;
  players: object;
};

/** The time of messages unless a test sets another. */
export const NOW = Date.UTC(2026, 10, 20, 12);
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Statuses as the ingest receives them, and their effects. @param ingest read at each call, since it starts later */
export const statusCalls = (ingest: () => Ingest) => ({
  /** @returns the packet id of the message */
  receiveStatus(serial: string, status: Partial<StatusMessage>, flags: Flags = {}): number {
    const body = { ...statusMessage(), at: iso(NOW), ...status };
    const message = ingest().message<'status'>({ kind: 'status', serial }, body, flags);
    ingest().statuses.accept(message);
    return message.ackToken.packetId;
  },
  async stateOf(serial: string): Promise<State | undefined> {
    const { rows } = await ingest().pool.query<State>(
      'select s.* from device_state s join devices using (device_id) where serial = $1',
      [serial],
    );
    return rows[0];
  },
  publishedStatuses: (serial: string) =>
    ingest().broker.published.filter(({ topic }) => topic === topics.status(serial)),
});

/** Metrics as the ingest receives them, and their effects. @param ingest read at each call, since it starts later */
export function metricsCalls(ingest: () => Ingest) {
  const acksTo = (serial: string) =>
    ingest().broker.published.flatMap(({ topic, payload }) =>
      topic === topics.acks(serial) ? [(payload as { metrics_seq: number }).metrics_seq] : [],
    );
  return {
    /** A record that was collected and received so many seconds after NOW. @returns the packet id of its message */
    receiveRecord(
      serial: string,
      second: number,
      overrides: Partial<MetricsMessage> = {},
      redelivered = false,
    ): number {
      const at = NOW + second * 1_000;
      const body = metricsMessage({ collected_at: iso(at), ...overrides });
      const message = ingest().message<'metrics'>({ kind: 'metrics', serial }, body, { receivedAt: at, redelivered });
      ingest().metrics.accept(message);
      return message.ackToken.packetId;
    },
    /** The sequence numbers of the stored records. */
    async rowsOf(serial: string): Promise<(number | null)[]> {
      const { rows } = await ingest().pool.query<{ seq: number | null }>(
        'select seq from metrics join devices using (device_id) where serial = $1 order by collected_at',
        [serial],
      );
      return rows.map(({ seq }) => seq);
    },
    /** The stored watermark. */
    async ackedOf(serial: string): Promise<number | null | undefined> {
      const { rows } = await ingest().pool.query<{ acked_seq: number | null }>(
        'select acked_seq from device_state join devices using (device_id) where serial = $1',
        [serial],
      );
      return rows[0]?.acked_seq;
    },
    acksTo,
    untilAcked: (serial: string, seq: number) => until(`ack ${seq}`, () => acksTo(serial).at(-1) === seq),
  };
}
