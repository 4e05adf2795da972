import { startStandaloneBroker } from '../lib/broker.ts';
import { mosquittoVersion, startMosquitto } from '../lib/mosquitto.ts';
import { runLoad } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const DEVICES = 10_000;

interface LoadResult {
  rate: number;
  silence_ms: number;
}

async function prepare(
  title: string,
  unit: string,
  figure: (result: LoadResult) => number,
  peer: boolean,
): Promise<Measurement> {
  const broker = await startStandaloneBroker();
  const running: { stop(): Promise<void> }[] = [broker];
  const contender = (name: string, port: number): Contender => ({
    name,
    round: async () => {
      const input = { port, devices: DEVICES, password: 'bench' };
      return figure(await runLoad<LoadResult>('tests/bench/load/storm.ts', { core: 1, input }));
    },
  });
  const contenders = [contender('Belfry broker', broker.mqttPort)];
  const targets: Target[] = [];
  const notes = [`${DEVICES} devices; their retained statuses and last wills of the previous round are in the broker.`];
  const version = mosquittoVersion();
  if (version === null) notes.push('Mosquitto is not installed here and was not measured.');
  else {
    const mosquitto = await startMosquitto();
    running.push(mosquitto);
    contenders.push(contender('Mosquitto with its access file', mosquitto.port));
    if (peer) targets.push({ against: 'Mosquitto with its access file', atLeast: 0.8 });
    notes.push(`Peer: ${version}.`);
  }
  if (!peer) targets.push({ atMost: 1_000, unit });
  return {
    title,
    unit,
    ours: 'Belfry broker',
    contenders,
    targets,
    notes,
    rounds: 3,
    stop: async () => {
      await Promise.all(running.map((process) => process.stop()));
    },
  };
}

/** 10,000 devices reconnect at once: the rate, and the longest time that another client receives nothing. */
export const stormRows: Row[] = [
  {
    name: 'reconnect-storm',
    prepare: () => prepare('reconnect storm', 'devices/s', ({ rate }) => rate, true),
  },
  {
    name: 'reconnect-silence',
    prepare: () =>
      prepare('longest silence of others in a reconnect storm', 'ms', ({ silence_ms }) => silence_ms, false),
  },
];
