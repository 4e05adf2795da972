import { letPass } from '@belfry/schemas/testing/clock';
import mqttPacket from 'mqtt-packet';
import { connect, type Socket } from 'node:net';
import { acksMessageSchema } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceConnectBytes, metricsPayload } from '../hostile/raw-packets.ts';

/** A device that only publishes metrics and keeps each record until the api acknowledges it (MQTT-6). */
export interface JournalDevice {
  serial: string;
  /** The last sequence number that was used; the first is 1. */
  readonly measured: number;
  /** The sequence number up to which the api has acknowledged all records. */
  readonly acknowledged: number;
  /** Stops measuring. Records in the journal are still sent. */
  stopMeasuring(): void;
  stop(): void;
}

const RECONNECT_MS = 250;
/** Without an acknowledgement for so long the journal is sent again, even without a reconnection. */
const STALLED_MS = 8_000;

/** Starts a device that measures every `everyMs` until `stopMeasuring()`. */
export function startJournalDevice(options: {
  port: number;
  serial: string;
  key: string;
  everyMs: number;
}): JournalDevice {
  const { port, serial, key, everyMs } = options;
  const journal = new Map<number, string>();
  let measured = 0;
  let acknowledged = 0;
  let lastProgressAt = performance.now();
  let socket: Socket | null = null;
  const stopped = new AbortController();

  const send = (seq: number, payload: string): void => {
    socket?.write(recordPacket(serial, seq, payload));
  };
  const sendAll = (): void => {
    lastProgressAt = performance.now();
    for (const [seq, payload] of journal) send(seq, payload);
  };
  const measureTimer = setInterval(() => {
    const seq = ++measured;
    const payload = metricsPayload(seq);
    journal.set(seq, payload);
    send(seq, payload);
  }, everyMs);
  const stallTimer = setInterval(() => {
    if (journal.size > 0 && performance.now() - lastProgressAt > STALLED_MS) sendAll();
  }, 1_000);

  function applyAck(upTo: number): void {
    lastProgressAt = performance.now();
    for (let seq = acknowledged + 1; seq <= upTo; seq++) journal.delete(seq);
    acknowledged = Math.max(acknowledged, upTo);
  }

  async function runSessions(): Promise<void> {
    while (!stopped.signal.aborted) {
      await session(port, serial, key, {
        opened: (opened) => {
          socket = opened;
          sendAll();
        },
        acked: applyAck,
      });
      socket = null;
      await letPass(RECONNECT_MS);
    }
  }
  void runSessions();

  return {
    serial,
    get measured() {
      return measured;
    },
    get acknowledged() {
      return acknowledged;
    },
    stopMeasuring: () => clearInterval(measureTimer),
    stop() {
      stopped.abort();
      clearInterval(measureTimer);
      clearInterval(stallTimer);
      socket?.destroy();
    },
  };
}

const recordPacket = (serial: string, seq: number, payload: string): Buffer =>
  mqttPacket.generate({
    cmd: 'publish',
    topic: topics.metrics(serial),
    payload,
    qos: 1,
    retain: false,
    dup: false,
    messageId: (seq % 65_000) + 1,
  });

type Events = { opened: (socket: Socket) => void; acked: (upTo: number) => void };

/** One connection, from CONNECT until it is closed. Never rejects. */
function session(port: number, serial: string, key: string, events: Events): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const parser = mqttPacket.parser();
    const pingTimer = setInterval(() => socket.write(mqttPacket.generate({ cmd: 'pingreq' })), 5_000);
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        const subscriptions = [{ topic: topics.acks(serial), qos: 1 as const }];
        socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 65_535, subscriptions }));
        events.opened(socket);
      } else if (packet.cmd === 'connack') socket.destroy();
      else if (packet.cmd === 'publish') {
        const { metrics_seq } = acksMessageSchema.parse(JSON.parse(packet.payload.toString()));
        socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
        if (metrics_seq !== undefined) events.acked(metrics_seq);
      }
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(pingTimer);
      resolve();
    });
    socket.on('connect', () => {
      socket.write(deviceConnectBytes(serial, key, { keepalive: 15 }));
    });
  });
}
