import { connectPacket } from '@belfry/broker/testing/raw-client';
import mqttPacket, { type IConnectPacket } from 'mqtt-packet';

/** CONNECT with a clean session, as bytes. */
export const hello = (options: Partial<IConnectPacket> & { clientId: string }): Buffer =>
  mqttPacket.generate(connectPacket({ keepalive: 240, ...options }));

/** CONNECT of a device; `more` adds a will, or changes the rest. */
export const deviceHello = (serial: string, key: string, more: Partial<IConnectPacket> = {}): Buffer =>
  hello({ clientId: serial, username: serial, password: Buffer.from(key), ...more });

/** A record of metrics, as its message says it. */
export const metricsRecord = (seq: number, collectedAt = new Date()): string =>
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
