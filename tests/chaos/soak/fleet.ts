import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '@belfry/infra/local/paths';
import type { LaunchedProduct } from '../../support/launched-product.ts';

const INTERVAL_S = 5;
/** Positions of players would be as many messages again. */
const POSITION_S = 60;
const DEVICES_PER_S = 200;

export interface SoakFleet {
  pid: number;
  /** Devices that are connected now. */
  connected(): number;
  /** Everybody says goodbye and writes down what is not acknowledged. */
  stop(): Promise<void>;
}

/** The simulated fleet in a process of its own; with 5,000 devices it measures 1,000 times a second. */
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
