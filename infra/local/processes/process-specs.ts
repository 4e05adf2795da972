import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaimedConfig } from '../claim-ports.ts';
import { LOOPBACK } from '../config.ts';
import type { ProcessSpec } from './managed-process.ts';
import { reachable } from '../ports.ts';

export interface LaunchSettings {
  config: ClaimedConfig;
  databaseUrl: string;
  /** Ports of the console's pages that open a WebSocket to the broker. */
  consolePorts: readonly number[];
  serviceSecret: string;
}

const PROBE_TIMEOUT_MS = 2_000;
const DEVICES_PER_S = 100;

function addresses({ config }: LaunchSettings): {
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

export function apiUrl(settings: LaunchSettings): string {
  return addresses(settings).api;
}

export function internalUrl(settings: LaunchSettings): string {
  return addresses(settings).internal;
}

const BROKER = new URL('../../../broker/src/main.ts', import.meta.url);
const API = new URL('../../../api/src/main.ts', import.meta.url);
const FLEET = new URL('../../../device-firmware-sim/src/fleet.ts', import.meta.url);

/** Stacks name the sources. A larger young generation is kept when nothing happens, a smaller one costs 5 % of a call. */
const OPTIONS = ['--enable-source-maps', '--max-semi-space-size=8'];

const node = (program: URL, ...args: string[]): string[] => [
  process.execPath,
  ...OPTIONS,
  fileURLToPath(program),
  ...args,
];

/** Where V8 keeps the code of bundles, so that the next start does not compile it. */
const CODE_CACHE = API.pathname.endsWith('.ts') ? {} : { NODE_COMPILE_CACHE: fileURLToPath(new URL('code', API)) };

/** Passes on all variables that are not the launcher's; each process validates its own. */
function environment(settings: LaunchSettings, own: Record<string, string | number>): NodeJS.ProcessEnv {
  const numbersAsText = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)]));
  return {
    ...CODE_CACHE,
    ...process.env,
    SERVICE_SECRET: settings.serviceSecret,
    DATA_DIR: settings.config.DATA_DIR,
    ...numbersAsText,
  };
}

export function brokerProcess(settings: LaunchSettings): ProcessSpec {
  const { MQTT_HOST, MQTT_PORT, MQTT_WS_PORT, BROKER_HTTP_PORT } = settings.config;
  return {
    name: 'broker',
    argv: node(BROKER),
    env: environment(settings, {
      MQTT_HOST,
      MQTT_PORT,
      MQTT_WS_PORT,
      BROKER_HTTP_PORT,
      WS_ORIGIN_PORTS: settings.consolePorts.join(','),
      API_URL: addresses(settings).internal,
    }),
    probe: (signal) => probeHttp(`${addresses(settings).brokerHttp}/health/live`, signal),
    stopSignal: 'SIGTERM',
    graceMs: 1_500,
  };
}

export function apiProcess(settings: LaunchSettings): ProcessSpec {
  const { api, mqtt, brokerHttp } = addresses(settings);
  const { HTTP_HOST, HTTP_PORT, INTERNAL_PORT, MQTT_WS_PORT } = settings.config;
  return {
    name: 'api',
    argv: node(API),
    env: environment(settings, {
      HTTP_HOST,
      HTTP_PORT,
      INTERNAL_HOST: LOOPBACK,
      INTERNAL_PORT,
      MQTT_WS_PORT,
      DATABASE_URL: settings.databaseUrl,
      MQTT_URL: mqtt,
      BROKER_HTTP_URL: process.env['BROKER_HTTP_URL'] || brokerHttp,
    }),
    probe: (signal) => probeHttp(`${api}/api/health/ready`, signal),
    stopSignal: 'SIGTERM',
    graceMs: 3_500,
  };
}

/** The simulated fleet, which enrols through the public API like real devices and logs its metrics once a second. */
export function fleetProcess(settings: LaunchSettings): ProcessSpec {
  const { api, internal, mqtt } = addresses(settings);
  const { SIM_DEVICES, SIM_SEED, SIM_INTERVAL, DATA_DIR } = settings.config;
  const options = {
    devices: SIM_DEVICES,
    seed: SIM_SEED,
    interval: SIM_INTERVAL,
    // Seconds until all devices are connected, to limit the connection rate of a large fleet.
    ramp: Math.max(1, SIM_DEVICES / DEVICES_PER_S),
    api,
    internal,
    mqtt,
    state: join(DATA_DIR, 'sim'),
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return {
    name: 'simulator',
    argv: node(FLEET, ...args),
    env: environment(settings, {}),
    // Devices may disconnect at any time, so the fleet counts as healthy once its process has started.
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
