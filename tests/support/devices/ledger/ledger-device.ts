import type { Packet } from 'mqtt-packet';
import { commandMessageSchema } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { backoffMs } from '@belfry/schemas/timing/backoff';
import { metricsPayload } from '../../hostile/raw-packets.ts';
import { statusMessage } from '../mqtt-device.ts';
import { openDeviceSocket, type DeviceSocket } from './device-socket.ts';
import { createRecordLedger, LAST_RECORD_ID, recordIdOf } from './record-ledger.ts';

/**
 * A device that keeps a record until the engine has acknowledged it (PUBACK), and never sends it again after that: what the engine
 * or the api lose afterwards is lost. It answers every command immediately.
 */
export type LedgerDevice = {
  serial: string;
  readonly connected: boolean;
  /** The port of its node, where it is connected or tries to be. */
  readonly port: number;
  /** The last sequence number that was used; the first is 1. */
  readonly measured: number;
  /** Records that the engine has not acknowledged. */
  readonly unacknowledged: number;
  measure(): void;
  stop(): void;
};

/** Without a PUBACK for so long everything that is not acknowledged is sent again. */
const STALLED_MS = 8_000;
/** As the reference device (`device-firmware-sim`). */
const RECONNECT = { firstMs: 500, maxMs: 30_000 };

/** @param ports of the nodes: after a lost connection the device goes on to the next one */
export function startLedgerDevice(options: {
  ports: readonly number[];
  firstNode: number;
  serial: string;
  key: string;
}): LedgerDevice {
  const { ports, serial, key } = options;
  let node = options.firstNode;
  const ledger = createRecordLedger();
  let responses = 0;
  let failures = 0;
  let socket: DeviceSocket | null = null;
  let connected = false;
  let stopped = false;

  const portOf = (): number => ports[node % ports.length] ?? 0;
  const publish = (topic: string, payload: string, messageId: number, retain = false): void =>
    socket?.send({ cmd: 'publish', topic, payload, qos: 1, retain, dup: false, messageId });
  const send = ([seq, payload]: [number, string]): void => publish(topics.metrics(serial), payload, recordIdOf(seq));
  const packetIdOf = (responsesSent: number): number => LAST_RECORD_ID + 1 + (responsesSent % 5_000);

  function onAccepted(): void {
    connected = true;
    failures = 0;
    const subscriptions = [topics.commands(serial), topics.acks(serial)].map((topic) => ({ topic, qos: 1 as const }));
    socket?.send({ cmd: 'subscribe', messageId: 65_535, subscriptions });
    publish(topics.status(serial), JSON.stringify(statusMessage()), 65_534, true);
    sendAll();
  }
  function sendAll(): void {
    ledger.resending();
    for (const record of ledger.entries()) send(record);
  }
  function onPacket(packet: Packet): void {
    if (packet.cmd === 'puback') ledger.acknowledge(packet.messageId);
    else if (packet.cmd === 'publish') {
      if (packet.qos > 0) socket?.send({ cmd: 'puback', messageId: packet.messageId ?? 0 });
      if (packet.topic === topics.commands(serial)) respond(packet.payload.toString());
    }
  }
  function respond(text: string): void {
    const { correlation_id, params } = commandMessageSchema.parse(JSON.parse(text));
    const response = { correlation_id, phase: 'done', success: true, result: params, at: new Date().toISOString() };
    publish(topics.responses(serial), JSON.stringify(response), packetIdOf(responses++));
  }
  function connect(): void {
    socket = openDeviceSocket({ port: portOf(), serial, key }, { onAccepted, onPacket, onClose });
  }
  function onClose(): void {
    connected = false;
    node++;
    if (!stopped) setTimeout(connect, backoffMs(failures++, RECONNECT));
  }
  connect();
  const stallTimer = setInterval(() => {
    if (connected && ledger.isStalled(STALLED_MS)) sendAll();
  }, 1_000);

  return {
    serial,
    get connected() {
      return connected;
    },
    get measured() {
      return ledger.lastSeq();
    },
    get unacknowledged() {
      return ledger.size();
    },
    get port() {
      return portOf();
    },
    measure() {
      const record = ledger.add(metricsPayload);
      if (connected) send(record);
    },
    stop() {
      stopped = true;
      clearInterval(stallTimer);
      socket?.destroy();
    },
  };
}
