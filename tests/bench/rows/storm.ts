import { startStandaloneBroker } from '../lib/broker.ts';
import { mosquittoVersion, startMosquitto } from '../lib/mosquitto.ts';
import { runLoad } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const DEVICES = 10_000;

type LoadResult = { rate: number };

async function prepare(): Promise<Measurement> {
  const broker = await startStandaloneBroker();
  const running: { stop(): Promise<void> }[] = [broker];
  const contender = (name: string, port: number): Contender => ({
    name,
    round: async () => {
      const input = { port, devices: DEVICES, password: 'bench' };
      return (await runLoad<LoadResult>('tests/bench/load/storm.ts', { core: 1, input })).rate;
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
    targets.push({ against: 'Mosquitto with its access file', atLeast: 0.8 });
    notes.push(`Peer: ${version}.`);
  }
  return {
    title: 'reconnect storm',
    unit: 'devices/s',
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

/** 10,000 devices reconnect at once. */
export const storm: Row = { name: 'storm', prepare };
