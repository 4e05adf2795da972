import { resolve } from 'node:path';
import { z } from 'zod';

/** An empty value means: not set. */
const optional = z
  .string()
  .optional()
  .transform((value) => (value === '' ? undefined : value));
const whole = (fallback: number, max: number) =>
  optional.pipe(z.coerce.number<string | undefined>().int().min(0).max(max).optional()).transform((n) => n ?? fallback);
const port = (fallback: number) => whole(fallback, 65_535);
const url = (...protocols: string[]) =>
  optional.refine((value) => value === undefined || protocols.some((protocol) => value.startsWith(`${protocol}://`)), {
    message: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  });

/** What a machine calls itself. */
export const LOOPBACK = '127.0.0.1';

/** What the launcher itself decides on. Every other variable passes through to the parts, which check their own. */
const Environment = z.object({
  /** People on this machine only, unless it is opened to the network by 0.0.0.0 (or ::). */
  HTTP_HOST: optional.transform((value) => value ?? LOOPBACK),
  HTTP_PORT: port(8080),
  MQTT_HOST: optional.transform((value) => value ?? LOOPBACK),
  MQTT_PORT: port(1883),
  MQTT_WS_PORT: port(8083),
  BROKER_HTTP_PORT: port(8084),
  /** Where broker, simulator and Prometheus reach the api; not set: 8085, or any free one when it is taken. */
  INTERNAL_PORT: optional.pipe(z.coerce.number<string | undefined>().int().min(0).max(65_535).optional()),
  DATA_DIR: optional.transform((value) => resolve(value ?? 'data')),
  DATABASE_URL: url('postgres', 'postgresql'),
  MQTT_URL: url('mqtt', 'mqtts'),
  SERVICE_SECRET: optional.refine((value) => value === undefined || value.length >= 16, {
    message: 'must have 16 characters or more',
  }),
  /** A console built elsewhere; empty: the launcher builds ours when it is missing. */
  WEB_DIST: optional,
  SIM_DEVICES: whole(24, 100_000),
  SIM_SEED: whole(1, 2 ** 31),
  SIM_INTERVAL: whole(5, 86_400),
});

export type LauncherConfig = Readonly<z.infer<typeof Environment>>;

/**
 * Reads the launcher's settings.
 * @throws an Error whose one line names the first wrong variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): LauncherConfig {
  const parsed = Environment.safeParse(env);
  if (parsed.success) return Object.freeze(parsed.data);
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  // The value stays out of the line: it may hold a password.
  throw new Error(`${name}: ${issue?.message ?? 'wrong value'}`);
}
