import { resolve } from 'node:path';
import { z } from 'zod';

/** An empty value counts as not set. */
const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const whole = (fallback: number, max: number) =>
  optional.pipe(z.coerce.number<string | undefined>().int().min(0).max(max).optional()).transform((n) => n ?? fallback);
const PORT_MAX = 65_535;
const port = (fallback: number) => whole(fallback, PORT_MAX);
const internalPort = optional.pipe(z.coerce.number<string | undefined>().int().min(0).max(PORT_MAX).optional());
const url = (...protocols: string[]) =>
  optional.refine((value) => value === undefined || protocols.some((protocol) => value.startsWith(`${protocol}://`)), {
    message: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  });

export const LOOPBACK = '127.0.0.1';

/** The launcher's own settings. All other variables are passed to the processes, which validate them. */
const Environment = z.object({
  /** Loopback only by default; 0.0.0.0 or :: listens on all addresses. */
  HTTP_HOST: optional.transform((value) => value ?? LOOPBACK),
  HTTP_PORT: port(8080),
  MQTT_HOST: optional.transform((value) => value ?? LOOPBACK),
  MQTT_PORT: port(1883),
  MQTT_WS_PORT: port(8083),
  /** Health and administration of the broker. Default: 8084, or a free one if that is taken. */
  BROKER_HTTP_PORT: internalPort,
  /** The port for broker, simulator and Prometheus. Default: 8085, or a free one if that is taken. */
  INTERNAL_PORT: internalPort,
  DATA_DIR: optional.transform((value) => resolve(value ?? 'data')),
  DATABASE_URL: url('postgres', 'postgresql'),
  MQTT_URL: url('mqtt', 'mqtts'),
  SERVICE_SECRET: optional.refine((value) => value === undefined || value.length >= 16, {
    message: 'must have 16 characters or more',
  }),
  /** An existing build of the console. If empty, the launcher builds it when needed. */
  WEB_DIST: optional,
  SIM_DEVICES: whole(24, 100_000),
  SIM_SEED: whole(1, 2 ** 31),
  SIM_INTERVAL: whole(5, 86_400),
  SAMPLE_ORGANISATION: optional.pipe(z.enum(['on', 'off']).default('on')),
});

export type LauncherConfig = Readonly<z.infer<typeof Environment>>;

/**
 * Reads the launcher's settings.
 * @throws an Error that names the first invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv): LauncherConfig {
  const parsed = Environment.safeParse(env);
  if (parsed.success) return Object.freeze(parsed.data);
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  // Without the value, which may contain a password.
  throw new Error(`${name}: ${issue?.message ?? 'wrong value'}`);
}

const LOCAL = /^(localhost|127\.|::1$)/;

/**
 * Describes to which processes only this machine can connect, and the settings that change it.
 * @returns undefined when all are reachable from the network
 */
export function networkNotice({
  HTTP_HOST,
  MQTT_HOST,
  MQTT_URL,
}: Pick<LauncherConfig, 'HTTP_HOST' | 'MQTT_HOST' | 'MQTT_URL'>): string | undefined {
  const parts = [
    { name: 'console and api', setting: 'HTTP_HOST', host: HTTP_HOST },
    ...(MQTT_URL ? [] : [{ name: 'broker', setting: 'MQTT_HOST', host: MQTT_HOST }]),
  ].filter(({ host }) => LOCAL.test(host));
  if (parts.length === 0) return undefined;
  const names = parts.map(({ name }) => name).join(' and ');
  const settings = parts.map(({ setting }) => `${setting}=0.0.0.0`).join(' and ');
  return `${names}: reachable from this machine only; ${settings} opens to the network`;
}
