import { join } from 'node:path';
import { LOOPBACK, type LauncherConfig } from './config.ts';
import type { PartSpec } from './part.ts';
import { ROOT } from './paths.ts';
import { reachable } from './ports.ts';

/** The settings once every port is chosen. */
export type ClaimedConfig = LauncherConfig & { INTERNAL_PORT: number };

/** What the parts have to know about each other, once every port is chosen. */
export interface Wiring {
  config: ClaimedConfig;
  databaseUrl: string;
  serviceSecret: string;
}

const PROBE_TIMEOUT_MS = 2_000;
const DEVICES_PER_S = 100;

/** The addresses at which the parts of this machine find each other. */
function addresses({ config }: Wiring): {
  api: string;
  internal: string;
  mqtt: string;
  brokerHttp: string;
} {
  return {
    api: `http://${reachable(config.HTTP_HOST)}:${config.HTTP_PORT}`,
    internal: `http://${LOOPBACK}:${config.INTERNAL_PORT}`,
    mqtt: config.MQTT_URL ?? `mqtt://${reachable(config.MQTT_HOST)}:${config.MQTT_PORT}`,
    brokerHttp: `http://${LOOPBACK}:${config.BROKER_HTTP_PORT}`,
  };
}

/** Where the api answers on this machine. */
export function apiUrl(wiring: Wiring): string {
  return addresses(wiring).api;
}

/** Settings that are not the launcher's pass through: each part checks its own. */
function environment(wiring: Wiring, own: Record<string, string | number>): NodeJS.ProcessEnv {
  const numbersAsText = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]));
  return { ...process.env, SERVICE_SECRET: wiring.serviceSecret, DATA_DIR: wiring.config.DATA_DIR, ...numbersAsText };
}

const node = (...args: string[]): string[] => [process.execPath, ...args];

export function brokerPart(wiring: Wiring): PartSpec {
  const { MQTT_HOST, MQTT_PORT, MQTT_WS_PORT, BROKER_HTTP_PORT } = wiring.config;
  return {
    name: 'broker',
    argv: node(join(ROOT, 'broker/src/main.ts')),
    env: environment(wiring, {
      MQTT_HOST,
      MQTT_PORT,
      MQTT_WS_PORT,
      BROKER_HTTP_PORT,
      API_URL: addresses(wiring).internal,
    }),
    probe: (signal) => probeHttp(`${addresses(wiring).brokerHttp}/health/live`, signal),
    stopSignal: 'SIGTERM',
    graceMs: 1_500,
  };
}

export function apiPart(wiring: Wiring): PartSpec {
  const { api, mqtt, brokerHttp } = addresses(wiring);
  const { HTTP_HOST, HTTP_PORT, INTERNAL_PORT, MQTT_WS_PORT } = wiring.config;
  return {
    name: 'api',
    argv: node(join(ROOT, 'api/src/main.ts')),
    env: environment(wiring, {
      HTTP_HOST,
      HTTP_PORT,
      INTERNAL_HOST: LOOPBACK,
      INTERNAL_PORT,
      MQTT_WS_PORT,
      DATABASE_URL: wiring.databaseUrl,
      MQTT_URL: mqtt,
      BROKER_HTTP_URL: process.env['BROKER_HTTP_URL'] || brokerHttp,
    }),
    probe: (signal) => probeHttp(`${api}/api/health/ready`, signal),
    stopSignal: 'SIGTERM',
    graceMs: 3_500,
  };
}

/** The simulated fleet enrols through the public API like real devices; its figures go to its log once a second. */
export function fleetPart(wiring: Wiring): PartSpec {
  const { api, internal, mqtt } = addresses(wiring);
  const { SIM_DEVICES, SIM_SEED, SIM_INTERVAL, DATA_DIR } = wiring.config;
  const options = {
    devices: SIM_DEVICES,
    seed: SIM_SEED,
    interval: SIM_INTERVAL,
    // Seconds until all are there: at once for a few, never a storm for many.
    ramp: Math.max(1, SIM_DEVICES / DEVICES_PER_S),
    api,
    internal,
    mqtt,
    state: join(DATA_DIR, 'sim'),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return {
    name: 'simulator',
    argv: node(join(ROOT, 'device-firmware-sim/src/fleet.ts'), ...args),
    env: environment(wiring, {}),
    // Devices come and go by nature: the fleet counts as healthy when its process has begun.
    probe: async () => {},
    stopSignal: 'SIGTERM',
    graceMs: 2_000,
  };
}

async function probeHttp(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)]) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status} ${body.slice(0, 200)}`);
}
