import type { ReportedConfig } from '@belfry/schemas/domain/configuration';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { PlayerStatus } from '@belfry/schemas/mqtt/command-parts';
import { messages, type ResponseMessage, type StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { isoTime, type Clock } from '../../hardware/clock.ts';
import type { Connection } from './connection.ts';
import type { Will } from './mqtt-session.ts';
import type { Counters } from '../counters.ts';
import type { Flash } from '../../hardware/flash.ts';
import type { Measurement } from '../../hardware/journal.ts';
import type { Receipt } from '../../hardware/receipt-journal.ts';
import type { DeviceProfile } from '../../fleet/device-profiles.ts';

type Delivered = () => void;

export type Publisher = ReturnType<typeof createPublisher>;

/** Publishes the messages of a device as the contract defines them. Each method returns false while disconnected. */
export function createPublisher(deps: { profile: DeviceProfile; flash: Flash; clock: Clock; counters: Counters }) {
  const { profile, flash, clock, counters } = deps;
  const { serial, hostname, ip } = profile;
  let connection: Connection | null = null;

  function send(topic: string, payload: object, retain: boolean, delivered?: Delivered): boolean {
    const sent = connection?.publish(topic, JSON.stringify(payload), { retain, delivered }) ?? false;
    if (sent) counters.published++;
    return sent;
  }

  const statusMessage = (status: DeviceStatus): StatusMessage => ({
    status,
    device_version: flash.memory.device_version,
    hostname,
    ip,
    at: isoTime(clock.now()),
  });

  return {
    setConnection(next: Connection): void {
      connection = next;
    },
    /** The last will; its time is that of the CONNECT. */
    will: (): Will => ({ topic: topics.status(serial), payload: JSON.stringify(statusMessage('offline')) }),
    status: (status: DeviceStatus, delivered?: Delivered): boolean =>
      send(topics.status(serial), statusMessage(status), messages.status.retain, delivered),
    /** A record that is sent again is identical, so that it is stored once. */
    metrics: (seq: number, measurement: Measurement, delivered: Delivered): boolean => {
      const message = { hostname, ...measurement, collected_at: isoTime(measurement.collected_at), seq };
      return send(topics.metrics(serial), message, messages.metrics.retain, delivered);
    },
    receipt: (seq: number, receipt: Receipt, delivered: Delivered): boolean =>
      send(topics.receipts(serial), { seq, ...receipt }, messages.receipts.retain, delivered),
    player: ({ channel, ...player }: PlayerStatus): boolean =>
      send(topics.player(serial, channel), { ...player, at: isoTime(clock.now()) }, messages.player.retain),
    configuration: (config: ReportedConfig): boolean =>
      send(topics.configReported(serial), config, messages.configReported.retain),
    response: (message: ResponseMessage, delivered: Delivered): boolean =>
      send(topics.responses(serial), message, messages.responses.retain, delivered),
  };
}
