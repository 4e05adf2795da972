import { connect } from 'node:net';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes } from '../../hostile/raw-packets.ts';
import { statusMessage } from '../mqtt-device.ts';

const KEEPALIVE_S = 15;
const CONNACK_MS = 10_000;

export type DeviceSocket = { send(packet: Packet): void; destroy(): void };

/** Connects once as a device, with its last will. `onClose` is called once, whether it was accepted or not. */
export function openDeviceSocket(
  { port, serial, key }: { port: number; serial: string; key: string },
  { onAccepted, onPacket, onClose }: { onAccepted(): void; onPacket(packet: Packet): void; onClose(): void },
): DeviceSocket {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const parser = mqttPacket.parser();
  const connackTimer = setTimeout(() => socket.destroy(), CONNACK_MS);
  const pingTimer = setInterval(() => socket.write(mqttPacket.generate({ cmd: 'pingreq' })), (KEEPALIVE_S * 1_000) / 2);
  parser.on('packet', (packet) => {
    if (packet.cmd !== 'connack') return onPacket(packet);
    clearTimeout(connackTimer);
    if (packet.returnCode === 0) onAccepted();
    else socket.destroy();
  });
  socket.on('data', (bytes) => parser.parse(bytes));
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(connackTimer);
    clearInterval(pingTimer);
    onClose();
  });
  socket.on('connect', () => {
    const will = {
      topic: topics.status(serial),
      payload: Buffer.from(JSON.stringify(statusMessage({ status: 'offline' }))),
      qos: 1 as const,
      retain: true,
    };
    socket.write(deviceConnectBytes(serial, key, { keepalive: KEEPALIVE_S, will }));
  });
  return {
    send: (packet) => void socket.write(mqttPacket.generate(packet)),
    destroy: () => void socket.destroy(),
  };
}
