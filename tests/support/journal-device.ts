import { setTimeout as delay } from 'node:timers/promises';
import mqttPacket from 'mqtt-packet';
import { connect, type Socket } from 'node:net';
import { acksMessageSchema } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { deviceHello, metricsRecord } from './raw-packets.ts';

/** A device that only measures: it keeps every number until the api says that it is stored; see MQTT-6. */
export interface JournalDevice {
  serial: string;
  /** Numbers that were given out, 1 to this. */
  readonly measured: number;
  /** Everything up to this is stored, says the api. */
  readonly acknowledged: number;
  /** Measures no more; what is in the journal still goes out. */
  finish(): void;
  stop(): void;
}

const RECONNECT_MS = 250;
/** No word for so long: what is in the journal is sent again, also without a reconnect. */
const STALLED_MS = 8_000;

/** Starts a device that measures every `everyMs` until `finish()`. */
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
  let movedAt = performance.now();
  let socket: Socket | null = null;
  const life = new AbortController();

  const send = (seq: number, payload: string): void => {
    socket?.write(
      mqttPacket.generate({
        cmd: 'publish',
        topic: topics.metrics(serial),
        payload,
        qos: 1,
        retain: false,
        dup: false,
        messageId: (seq % 65_000) + 1,
      }),
    );
  };
  const sendAll = (): void => {
    movedAt = performance.now();
    for (const [seq, payload] of journal) send(seq, payload);
  };
  const measuring = setInterval(() => {
    const seq = ++measured;
    const payload = metricsRecord(seq);
    journal.set(seq, payload);
    send(seq, payload);
  }, everyMs);
  const watching = setInterval(() => {
    if (journal.size > 0 && performance.now() - movedAt > STALLED_MS) sendAll();
  }, 1_000);

  function noteAck(upTo: number): void {
    movedAt = performance.now();
    for (let seq = acknowledged + 1; seq <= upTo; seq++) journal.delete(seq);
    acknowledged = Math.max(acknowledged, upTo);
  }

  async function live(): Promise<void> {
    while (!life.signal.aborted) {
      await session(port, serial, key, {
        opened: (opened) => {
          socket = opened;
          sendAll();
        },
        acked: noteAck,
      });
      socket = null;
      await delay(RECONNECT_MS);
    }
  }
  void live();

  return {
    serial,
    get measured() {
      return measured;
    },
    get acknowledged() {
      return acknowledged;
    },
    finish: () => clearInterval(measuring),
    stop() {
      life.abort();
      clearInterval(measuring);
      clearInterval(watching);
      socket?.destroy();
    },
  };
}

type Events = { opened: (socket: Socket) => void; acked: (upTo: number) => void };

/** One connection, from CONNECT to its end; never rejects. */
function session(port: number, serial: string, key: string, events: Events): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    const parser = mqttPacket.parser();
    const pinging = setInterval(() => socket.write(mqttPacket.generate({ cmd: 'pingreq' })), 5_000);
    parser.on('packet', (packet) => {
      if (packet.cmd === 'connack' && packet.returnCode === 0) {
        const subscriptions = [{ topic: topics.acks(serial), qos: 1 as const }];
        socket.write(mqttPacket.generate({ cmd: 'subscribe', messageId: 65_535, subscriptions }));
        events.opened(socket);
      } else if (packet.cmd === 'connack') socket.destroy();
      else if (packet.cmd === 'publish') {
        const { metrics_seq } = acksMessageSchema.parse(JSON.parse(packet.payload.toString()));
        socket.write(mqttPacket.generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }));
        events.acked(metrics_seq);
      }
    });
    socket.on('data', (bytes) => parser.parse(bytes));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(pinging);
      resolve();
    });
    socket.on('connect', () => {
      socket.write(deviceHello(serial, key, { keepalive: 15 }));
    });
  });
}
