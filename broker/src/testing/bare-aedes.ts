import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { Aedes, type AedesOptions } from 'aedes';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { Emitter } from '../aedes/emitter.ts';
import { Router } from '../routing/router.ts';
import { SyncThenable } from '../aedes/persistence.ts';

class SyncStream extends Duplex {
  readonly #onWrite: (bytes: Buffer) => void;

  constructor(onWrite: (bytes: Buffer) => void) {
    super({ read: () => undefined, allowHalfOpen: false });
    this.#onWrite = onWrite;
  }

  override write(chunk: Buffer | string): boolean {
    this.#onWrite(Buffer.from(chunk as Buffer));
    return true;
  }
}

export function openStream(aedes: Aedes) {
  const packets: Packet[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet) => packets.push(packet));
  const stream = new SyncStream((bytes) => void parser.parse(bytes));
  stream.on('error', () => undefined);
  aedes.handle(stream);
  const send = (...sent: Packet[]) =>
    void stream.push(Buffer.concat(sent.map((packet) => mqttPacket.generate(packet))));
  return { stream, packets, send };
}

export const commands = (packets: readonly Packet[]): string[] => packets.map(({ cmd }) => cmd);

export async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns++) {
    if (turns > 100_000) throw new Error('the condition was never met');
    await turn();
  }
}

export const thenOnly = <T>(value: T) => SyncThenable.of(value);
type Call = { method: string; result: unknown };

function fakePersistence(overrides: Record<string, unknown> = {}) {
  const calls: Call[] = [];
  const thenables = {
    storeRetained: () => thenOnly(undefined),
    subscriptionsByClient: () => thenOnly([]),
    cleanSubscriptions: () => thenOnly(undefined),
    addSubscriptions: () => thenOnly(undefined),
    removeSubscriptions: () => thenOnly(undefined),
    subscriptionsByTopic: () => thenOnly([]),
    outgoingEnqueue: () => thenOnly(undefined),
    outgoingEnqueueCombi: () => thenOnly(undefined),
    outgoingUpdate: () => thenOnly(undefined),
    outgoingClearMessageId: () => thenOnly(undefined),
    incomingStorePacket: () => thenOnly(undefined),
    incomingGetPacket: () => SyncThenable.failed(new Error('no such packet')),
    incomingDelPacket: () => thenOnly(undefined),
    cleanIncoming: () => thenOnly(undefined),
    putWill: () => thenOnly(undefined),
    outgoingStream: () => [],
    createRetainedStreamCombi: () => ({ pipe: <T>(destination: T): T => destination }),
    streamWill: () => [],
    ...overrides,
  };
  const recorded = Object.fromEntries(
    Object.entries(thenables).map(([method, call]) => [
      method,
      (...given: unknown[]) => {
        const result: unknown = (call as (...all: unknown[]) => unknown)(...given);
        calls.push({ method, result });
        return result;
      },
    ]),
  );
  const persistence = {
    setup: async () => undefined,
    destroy: async () => undefined,
    delWill: () => Promise.resolve(undefined),
    ...recorded,
  };
  return { persistence, calls };
}

let running: Aedes | undefined;

/** Starts Aedes as the broker uses it. `closeAedes` must be called after each test. */
export async function startAedes(options: AedesOptions = {}, overrides: Record<string, unknown> = {}) {
  const { persistence, calls } = fakePersistence(overrides);
  const router = new Router();
  const mq = new Emitter(router);
  running = await Aedes.createBroker({ mq, persistence, ...options });
  return { aedes: running, calls, router };
}

export const closeAedes = (): Promise<void> =>
  new Promise((resolve) => {
    if (running) running.close(() => resolve());
    else resolve();
  });
