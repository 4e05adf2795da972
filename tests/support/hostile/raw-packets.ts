import { connectPacket } from '@belfry/broker/testing/raw-client';
import mqttPacket, { type IConnectPacket } from 'mqtt-packet';

/** The bytes of a CONNECT with a clean session. */
export const connectBytes = (options: Partial<IConnectPacket> & { clientId: string }): Buffer =>
  mqttPacket.generate(connectPacket({ keepalive: 240, ...options }));

/** The bytes of a device's CONNECT; `more` adds a last will or overrides other fields. */
export const deviceConnectBytes = (serial: string, key: string, more: Partial<IConnectPacket> = {}): Buffer =>
  connectBytes({ clientId: serial, username: serial, password: Buffer.from(key), ...more });

/** The payload of a metrics message. */
export const metricsPayload = (seq: number, collectedAt = new Date()): string =>
  JSON.stringify({
    hostname: 'raw',
    cpu_usage_percent: seq % 100,
    cpu_temperature: 51.5,
    memory_usage_percent: 40.25,
    disk_usage_percent: 63,
    uptime_seconds: seq,
    collected_at: collectedAt.toISOString(),
    seq,
  });
