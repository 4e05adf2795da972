import { z } from 'zod';
import { MAX_PACKET_BYTES } from '@belfry/schemas/domain/limits';
import { proxyMatcher } from './listeners/peer.ts';

/** Unset and empty are the same: compose files pass empty variables. */
const setting = <T extends z.core.SomeType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const whole = (fallback: number, min = 1) => setting(z.coerce.number().int().min(min).default(fallback));
/** An in-flight window: less than the number of packet ids. */
const window = (fallback: number) => setting(z.coerce.number().int().min(1).max(60_000).default(fallback));
const port = (fallback: number) => setting(z.coerce.number().int().min(0).max(65_535).default(fallback));
const list = (fallback: string) =>
  setting(z.string().default(fallback)).transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const MIB = 1024 * 1024;

function areProxies(names: readonly string[]): boolean {
  try {
    proxyMatcher(names);
    return true;
  } catch {
    return false;
  }
}

const settingsSchema = z.object({
  MQTT_HOST: setting(z.string().default('127.0.0.1')),
  MQTT_PORT: port(1883),
  MQTT_WS_PORT: port(8083),
  /** MQTT over TLS for devices; off if not set. The files are PEM: the certificate with its chain, and its key. */
  MQTT_TLS_HOST: setting(z.string().default('0.0.0.0')),
  MQTT_TLS_PORT: setting(z.coerce.number().int().min(0).max(65_535).optional()),
  MQTT_TLS_CERT: setting(z.string().optional()),
  MQTT_TLS_KEY: setting(z.string().optional()),
  /** How often the files are read again, so that a renewed certificate needs no restart. */
  MQTT_TLS_RELOAD_MS: whole(60_000),
  BROKER_HTTP_HOST: setting(z.string().default('127.0.0.1')),
  BROKER_HTTP_PORT: port(8084),
  /** The api's internal listener, which answers the authentication hook. */
  API_URL: setting(z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:8085')),
  SERVICE_SECRET: setting(z.string().min(16)),
  /** Comma list of origins that may open a WebSocket, `*` for all. Empty: scheme, host and port must be those of the request. */
  WS_ORIGINS: list(''),
  /** Ports of the console beside that of the request, where no proxy serves both: that of the api. */
  WS_ORIGIN_PORTS: list('8080').refine((ports) => ports.every((text) => /^\d{1,5}$/.test(text)), 'ports'),
  /** Proxies whose X-Forwarded-For is trusted: addresses, ranges, or loopback, linklocal, uniquelocal. */
  TRUST_PROXY: list('loopback').refine(areProxies, 'addresses, ranges, loopback, linklocal or uniquelocal'),
  LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')),

  MAX_PACKET_BYTES: whole(MAX_PACKET_BYTES, 1024),
  /** Smaller than other packets, because the client is not authenticated yet. */
  MAX_CONNECT_BYTES: whole(16 * 1024, 256),
  MAX_TOPIC_LENGTH: whole(512, 16),
  MAX_CONNECTIONS: whole(25_000),
  /**
   * Connections that are not authenticated, per listener and per address (for IPv6: per /64). A whole fleet may reconnect
   * at the same time over TCP, also from behind one NAT; consoles do not.
   */
  MAX_PENDING_TCP: whole(12_000),
  MAX_PENDING_TCP_PER_ADDRESS: whole(4_000),
  MAX_PENDING_WS: whole(1_000),
  MAX_PENDING_WS_PER_ADDRESS: whole(200),
  CONNECT_TIMEOUT_MS: whole(5_000),
  /** A longer keepalive, or none, is reduced to this: MQTT 3.1.1 §3.1.2.10 allows the server to drop an inactive client. */
  MAX_KEEPALIVE_S: whole(300),
  MAX_CONSOLE_CONNECTIONS: whole(20),
  MAX_SERVICE_CONNECTIONS: whole(200),
  MAX_SUBSCRIPTIONS: whole(1_000),
  /** The reference device has four. Each level of each filter is a node in the routing tree. */
  MAX_DEVICE_SUBSCRIPTIONS: whole(50),
  MAX_FILTER_LEVELS: whole(8, 4),
  /** The api is trusted. */
  MAX_SERVICE_SUBSCRIPTIONS: whole(100_000),
  /** Packets that a client may send; above the burst its socket is read more slowly. A replay of a journal must fit. */
  DEVICE_PACKETS_PER_S: whole(2_000),
  DEVICE_PACKET_BURST: whole(10_000),
  CONSOLE_PACKETS_PER_S: whole(100),
  CONSOLE_PACKET_BURST: whole(2_000),
  /** Bytes: without this limit a few large messages could fill the api's queue, which all clients share. */
  DEVICE_BYTES_PER_S: whole(512 * 1024, 1024),
  DEVICE_BYTE_BURST: whole(2 * MIB, 1024),
  CONSOLE_BYTES_PER_S: whole(128 * 1024, 1024),
  CONSOLE_BYTE_BURST: whole(MIB, 1024),
  /** Filters of SUBSCRIBE and UNSUBSCRIBE. A device has a handful; a console turns a page of 48 devices with some 300. */
  DEVICE_FILTERS_PER_S: whole(20),
  DEVICE_FILTER_BURST: whole(200),
  CONSOLE_FILTERS_PER_S: whole(200),
  CONSOLE_FILTER_BURST: whole(2_000),
  /** Bytes that may be buffered for a client that reads too slowly, before it is dropped. */
  MAX_BUFFERED_BYTES: whole(MIB, 64 * 1024),
  MAX_SERVICE_BUFFERED_BYTES: whole(64 * MIB, 64 * 1024),
  /** Unacknowledged QoS 1 and 2 messages per session; further ones wait in its queue. */
  WINDOW_MESSAGES: window(1_000),
  SERVICE_WINDOW_MESSAGES: window(16_000),
  /** The queue of a persistent session. When it is full the oldest messages are discarded: newer states supersede them, and devices resend metrics from their journals. */
  QUEUE_MESSAGES: whole(5_000),
  DEVICE_QUEUE_MESSAGES: whole(500),
  DEVICE_QUEUE_BYTES: whole(256 * 1024, 1024),
  SERVICE_QUEUE_MESSAGES: whole(300_000),
  SERVICE_QUEUE_BYTES: whole(192 * MIB),
  MAX_PERSISTENT_SESSIONS: whole(1_000),
  SESSION_EXPIRY_S: whole(3_600),
  SERVICE_SESSION_EXPIRY_S: whole(7 * 86_400),
  MAX_RETAINED_MESSAGES: whole(500_000),
  MAX_RETAINED_BYTES: whole(1024 * MIB),
  /** What one device may have retained. The contract needs five messages, together at most 80 KiB. */
  MAX_DEVICE_RETAINED_MESSAGES: whole(8),
  MAX_DEVICE_RETAINED_BYTES: whole(96 * 1024),

  AUTH_CONCURRENCY: whole(64),
  AUTH_QUEUE_TIMEOUT_MS: whole(10_000),
  AUTH_TIMEOUT_MS: whole(5_000),
  /**
   * Failed attempts per peer and user name within the window, before further ones are refused without a hook call. As many
   * may be in progress at the same time, so it must not be lower than the number of tabs of one console user, which reconnect together.
   */
  AUTH_FAILURES: whole(20),
  /** Wrong keys of an address, whatever names it tries: more than a site has devices whose keys were replaced. */
  AUTH_FAILURES_PER_ADDRESS: whole(1_000),
  AUTH_FAILURE_WINDOW_MS: whole(60_000),
});

/** With a TLS port, both files are required. */
const configSchema = settingsSchema.superRefine((config, context) => {
  if (config.MQTT_TLS_PORT === undefined) return;
  for (const name of ['MQTT_TLS_CERT', 'MQTT_TLS_KEY'] as const) {
    if (config[name] === undefined) {
      context.addIssue({ code: 'custom', path: [name], message: 'a file is needed where MQTT_TLS_PORT is set' });
    }
  }
});

export type Config = Readonly<z.infer<typeof configSchema>>;

/** Parses the environment; throws an Error whose message names every wrong variable, in one line. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

export const readConfig = (): Config => parseConfig(process.env);
