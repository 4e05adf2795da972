import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@belfry/infra/local/paths';
import type { LaunchedProduct } from '../../support/processes/launched-product.ts';

const INTERVAL_S = 5;
/** Longer than the default, since player positions would double the number of messages. */
const POSITION_S = 60;
const DEVICES_PER_S = 200;

export interface SoakFleet {
  pid: number;
  /** The number of connected devices. */
  connected(): number;
  /** Disconnects all devices, which save unacknowledged records. */
  stop(): Promise<void>;
}

/** Starts the simulated fleet in a process of its own. 5,000 devices publish 1,000 records a second. */
export function startSoakFleet(belfry: LaunchedProduct, devices: number): SoakFleet {
  const options = {
    devices,
    api: belfry.url,
    internal: belfry.internalUrl,
    mqtt: `mqtt://127.0.0.1:${belfry.mqttPort}`,
    interval: INTERVAL_S,
    position: POSITION_S,
    ramp: Math.max(1, devices / DEVICES_PER_S),
    state: join(belfry.dataDir, 'sim'),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [join(ROOT, 'device-firmware-sim/src/fleet.ts'), ...args], {
    env: { ...process.env, SERVICE_SECRET: belfry.secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  let connected = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    connected = Number(/^connected (\d+)\//.exec(line)?.[1] ?? connected);
  });
  return {
    pid: child.pid ?? 0,
    connected: () => connected,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
