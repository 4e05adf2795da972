import { randomSerial } from '@belfry/schemas/domain/serial';
import { SERVICE, startStandaloneBroker } from '../lib/broker.ts';
import { mosquittoVersion, startMosquitto } from '../lib/mosquitto.ts';
import { node, runLoad, start, type RunningProcess } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const MESSAGES = 96_000;

const DEVICES = 50;
/** Unacknowledged messages of a device. */
const WINDOW = 400;

async function prepare(): Promise<Measurement> {
  const devices = Array.from({ length: DEVICES }, () => ({ serial: randomSerial(), password: 'bench' }));
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
        input: { port, devices, messagesPerDevice: MESSAGES / DEVICES, window: WINDOW, firstSeq: total },
      });
      const { at } = JSON.parse(await arrived) as { at: number };
      return MESSAGES / ((at - begun) / 1_000);
    };
    return { name, round };
  }

  const contenders = [await contender('Belfry broker', broker.mqttPort), await contender('bare Aedes', aedesPort)];
  const targets: Target[] = [{ against: 'bare Aedes', atLeast: 0.9 }];
  const notes = [
    `${DEVICES} devices, ${WINDOW} unacknowledged messages each, one QoS 1 subscriber, ${MESSAGES} messages a round.`,
  ];
  const mosquitto = mosquittoVersion();
  if (mosquitto === null) notes.push('Mosquitto is not installed here and was not measured.');
  else {
    const peer = await startMosquitto();
    running.push(peer);
    contenders.push(await contender('Mosquitto with its access file', peer.port));
    targets.push({ against: 'Mosquitto with its access file', atLeast: 1.2 });
    notes.push(`Peer: ${mosquitto}.`);
  }
  return {
    title: 'broker with access rules, QoS 1 fan-in',
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

/** Many publishers and one subscriber. */
export const fanIn: Row = { name: 'fan-in', prepare };
