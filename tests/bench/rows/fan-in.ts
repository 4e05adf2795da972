import { randomSerial } from '@belfry/schemas/domain/serial';
import { SERVICE, startStandaloneBroker } from '../lib/broker.ts';
import { mosquittoVersion, startMosquitto } from '../lib/mosquitto.ts';
import { node, runLoad, start, type RunningProcess } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const MESSAGES = 96_000;

interface Kind {
  name: string;
  title: string;
  devices: number;
  /** Unacknowledged messages per device. */
  window: number;
  /** Target ratios to bare Aedes and to Mosquitto. */
  aedes?: number;
  mosquitto: number;
}

async function prepare(kind: Kind): Promise<Measurement> {
  const devices = Array.from({ length: kind.devices }, () => ({ serial: randomSerial(), password: 'bench' }));
  const broker = await startStandaloneBroker();
  const aedes = start(node('tests/bench/floors/aedes.ts'), { core: 0 });
  const { port: aedesPort } = JSON.parse(await aedes.line((line) => line.startsWith('{'))) as { port: number };
  const running: { stop(): Promise<void> }[] = [broker, aedes];

  async function contender(name: string, port: number): Promise<Contender> {
    const input = { port, ...SERVICE, filter: 'devices/+/metrics', expected: MESSAGES };
    const subscriber: RunningProcess = start(node('tests/bench/load/subscribe.ts', JSON.stringify(input)), { core: 1 });
    running.push(subscriber);
    await subscriber.line((line) => line === 'subscribed');
    let total = 0;
    const round = async (): Promise<number> => {
      total += MESSAGES;
      const arrived = subscriber.line((line) => line.startsWith(`{"received":${total},`));
      const { begun } = await runLoad<{ begun: number }>('tests/bench/load/publish.ts', {
        core: 1,
        input: { port, devices, messagesPerDevice: MESSAGES / kind.devices, window: kind.window, firstSeq: total },
      });
      const { at } = JSON.parse(await arrived) as { at: number };
      return MESSAGES / ((at - begun) / 1_000);
    };
    return { name, round };
  }

  const contenders = [await contender('Belfry broker', broker.mqttPort), await contender('bare Aedes', aedesPort)];
  const targets: Target[] = kind.aedes === undefined ? [] : [{ against: 'bare Aedes', atLeast: kind.aedes }];
  const notes = [
    `${kind.devices} devices, ${kind.window} unacknowledged messages each, one QoS 1 subscriber, ${MESSAGES} messages a round.`,
  ];
  const mosquitto = mosquittoVersion();
  if (mosquitto === null) notes.push('Mosquitto is not installed here and was not measured.');
  else {
    const peer = await startMosquitto();
    running.push(peer);
    contenders.push(await contender('Mosquitto with its access file', peer.port));
    targets.push({ against: 'Mosquitto with its access file', atLeast: kind.mosquitto });
    notes.push(`Peer: ${mosquitto}.`);
  }
  return {
    title: kind.title,
    unit: 'messages/s',
    ours: 'Belfry broker',
    contenders,
    targets,
    notes,
    rounds: 7,
    stop: async () => {
      await Promise.all(running.toReversed().map((process) => process.stop()));
    },
  };
}

const row = (kind: Kind): Row => ({ name: kind.name, prepare: () => prepare(kind) });

/** Many publishers and one subscriber, at a moderate load and with many messages in flight. */
export const fanInRows: Row[] = [
  row({
    name: 'fan-in',
    title: 'broker with access rules, QoS 1 fan-in',
    devices: 50,
    window: 400,
    aedes: 0.9,
    mosquitto: 1.2,
  }),
  row({
    name: 'overload',
    title: '100 clients with 300 unacknowledged messages each',
    devices: 100,
    window: 300,
    mosquitto: 0.85,
  }),
];
