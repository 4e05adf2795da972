import { setTimeout as delay } from 'node:timers/promises';
import type { Belfry } from './belfry.ts';
import { node, start, type RunningProcess } from './processes.ts';

export interface FleetShape {
  devices: number;
  /** Seconds between two metrics records of a device. */
  intervalS: number;
  /** Seconds in which the devices connect one after another. */
  rampS: number;
  /** Milliseconds to wait after the last connection, while devices exchange statuses and configurations. */
  settleMs: number;
  /** The processor that it runs on; by default that of the api. */
  core?: number;
}

/** Starts the simulated fleet in a process of its own; resolves when all devices are connected and have settled. */
export async function startSimulatedFleet(belfry: Belfry, shape: FleetShape): Promise<RunningProcess> {
  const { devices, intervalS, rampS, settleMs, core = 1 } = shape;
  const options = {
    devices,
    api: `http://127.0.0.1:${belfry.httpPort}`,
    internal: `http://127.0.0.1:${belfry.internalPort}`,
    mqtt: `mqtt://127.0.0.1:${belfry.mqttPort}`,
    interval: intervalS,
    // Longer than the default, since player positions would double the number of messages.
    position: 60,
    ramp: rampS,
    flaky: 0,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { SERVICE_SECRET: belfry.secret };
  const fleet = start(node('device-firmware-sim/src/fleet.ts', ...args), { core, env });
  await fleet.line((line) => line.startsWith(`connected ${devices}/${devices}`));
  await delay(settleMs);
  return fleet;
}
