import { randomSerial } from '@belfry/schemas/domain/serial';
import { topics } from '@belfry/schemas/mqtt/topics';
import { startStandaloneBroker } from '../lib/broker.ts';
import { node, runLoad, start } from '../lib/processes.ts';
import type { Contender, Measurement, Row } from '../lib/row.ts';

const CONSOLES = 200;
const MESSAGES = 1_000;
const WINDOW = 20;
const ONE_FRAME = 'bare Aedes, one frame a tick';

async function prepare(): Promise<Measurement> {
  const broker = await startStandaloneBroker();
  const running: { stop(): Promise<void> }[] = [broker];
  const notes = [
    `${CONSOLES} consoles on one topic, ${MESSAGES} messages a round, ${WINDOW} in flight; deliveries are counted.`,
  ];

  async function contender(name: string, ports: { wsPort: number; mqttPort: number }): Promise<Contender> {
    const serial = randomSerial();
    const expected = MESSAGES * CONSOLES;
    const input = {
      port: ports.wsPort,
      consoles: CONSOLES,
      password: 'bench',
      filter: topics.metrics(serial),
      expected,
    };
    const consoles = start(node('tests/bench/load/watch.ts', JSON.stringify(input)), { core: 1 });
    running.push(consoles);
    await consoles.line((line) => line === 'subscribed');
    let total = 0;
    return {
      name,
      round: async () => {
        total += expected;
        const arrived = consoles.line((line) => line.startsWith(`{"received":${total},`));
        const { begun } = await runLoad<{ begun: number }>('tests/bench/load/publish.ts', {
          core: 1,
          input: {
            port: ports.mqttPort,
            devices: [{ serial, password: 'bench' }],
            messagesPerDevice: MESSAGES,
            window: WINDOW,
            firstSeq: total,
          },
        });
        const { at } = JSON.parse(await arrived) as { at: number };
        return expected / ((at - begun) / 1_000);
      },
    };
  }
  async function floor(mode: 'stock' | 'one-frame'): Promise<{ wsPort: number; mqttPort: number }> {
    const aedes = start(node('tests/bench/floors/aedes-ws.ts', JSON.stringify({ mode })), { core: 0 });
    running.push(aedes);
    return JSON.parse(await aedes.line((line) => line.startsWith('{'))) as { wsPort: number; mqttPort: number };
  }
  return {
    title: `WebSocket fan-out to ${CONSOLES} consoles`,
    unit: 'deliveries/s',
    ours: 'Belfry broker',
    contenders: [
      await contender('Belfry broker', broker),
      await contender(ONE_FRAME, await floor('one-frame')),
      await contender('bare Aedes, stock ws stream', await floor('stock')),
    ],
    targets: [{ against: ONE_FRAME, atLeast: 0.9 }],
    notes,
    rounds: 5,
    stop: async () => {
      await Promise.all(running.toReversed().map((process) => process.stop()));
    },
  };
}

export const wsFanOut: Row = { name: 'ws-fan-out', prepare };
