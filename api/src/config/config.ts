import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CODE_RESEND_AFTER_S } from '@belfry/schemas/domain/account';
import { parseAddressList } from '@belfry/schemas/domain/network-speakers';
import { passwordSchema } from '@belfry/schemas/domain/password';
import { REGISTRATION_MODES } from '@belfry/schemas/http/accounts/invitations';
import { MAX_SHARDS } from '@belfry/schemas/mqtt/shards';
import { z } from 'zod';
import { backupSettings, checkBackupSettings } from './backups.ts';
import { defaultSettings } from './defaults.ts';
import { checkEngineSettings, engineSettings } from './engine.ts';
import { checkFileSettings, fileSettings } from './files.ts';
import { mapSettings } from './map.ts';
import { checkSmsSettings, mailSettings } from './mail.ts';
import { parseNetworks } from './networks.ts';
import { optionalText, optionalUrl, setting } from './setting.ts';
import { speechSettings } from './speech.ts';

const MAX_HEADERS = 4_000;
/** `name=value,name=value`, as in the specification of OpenTelemetry. */
const HEADERS = /^[\w-]+=[^,=][^,]*(,[\w-]+=[^,=][^,]*)*$/;
const tracingSettings = {
  /** A collector that speaks OTLP over HTTP, without `/v1/traces`. Empty: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(/^https?$/),
  OTEL_EXPORTER_OTLP_HEADERS: optionalText(MAX_HEADERS).refine(
    (text) => text === undefined || HEADERS.test(text),
    'Expected name=value,name=value',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(1)),
};

const rows = (most: number) => setting(z.coerce.number().int().min(1).max(1_000_000_000).default(most));

const quotaSettings = {
  /** open: everybody; invite: whom an administrator has invited by mail; off: nobody. */
  REGISTRATION: setting(z.enum(REGISTRATION_MODES).default('open')),
  QUOTA_USERS: rows(100_000),
  QUOTA_NODES: rows(5_000_000),
  QUOTA_LIBRARY: rows(2_000_000),
  QUOTA_SCHEDULES: rows(1_000_000),
  QUOTA_GROUPS: rows(1_000_000),
  /** Gigabytes of stored audio, that of spoken texts too. */
  QUOTA_AUDIO_GB: setting(z.coerce.number().min(0.001).max(1_000_000).default(500)),
};

const isNetworkList = (text: string): boolean => parseNetworks(text.split(',').map((word) => word.trim())) !== null;

const port = z.coerce.number().int().min(0).max(65_535);

const RANGE_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);
const isProxyList = (text: string): boolean =>
  text.split(',').every((word) => RANGE_NAMES.has(word.trim()) || isIP(word.trim().replace(/\/\d{1,3}$/, '')) !== 0);

const configSchema = z
  .object({
    HTTP_PORT: setting(port.default(8080)),
    HTTP_HOST: setting(z.string().default('127.0.0.1')),
    INTERNAL_HOST: setting(z.string().default('127.0.0.1')),
    INTERNAL_PORT: setting(port.default(8085)),
    DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ })),
    /** A streaming replica of that database, from which lists, charts and exports are read. */
    DATABASE_READ_URL: optionalUrl(/^postgres(ql)?$/),
    MQTT_URL: setting(z.url({ protocol: /^(mqtts?|tcp|ssl)$/ }).default('mqtt://127.0.0.1:1883')),
    SERVICE_SECRET: setting(z.string().min(16)),
    DATA_DIR: setting(z.string().default('./data')),
    ROOT_EMAIL: setting(z.email().default('root@belfry.local')),
    ROOT_PASSWORD: setting(passwordSchema.optional()),
    /** Where devices reach the broker. Empty: at the host of PUBLIC_URL, or of their request; by TLS at port 8883 where that is https, else at the port of MQTT_URL. */
    MQTT_PUBLIC_URL: optionalUrl(/^mqtts?$/),
    MQTT_WS_PORT: setting(port.default(8083)),
    /** Empty: the console connects to its own host at MQTT_WS_PORT. */
    MQTT_WS_URL: optionalUrl(/^wss?$/),
    WEB_DIST: setting(z.string().default(fileURLToPath(new URL('../../../web/dist', import.meta.url)))),
    /** The package of the reference device, which `npm run package:device` makes. */
    DEVICE_PACKAGE: setting(
      z
        .string()
        .default(fileURLToPath(new URL('../../../device-firmware-sim/dist/belfry-device.deb', import.meta.url))),
    ),
    LOG_LEVEL: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info')),
    /** Into how many shards the messages of devices are divided, so that several instances can ingest them. */
    INGEST_SHARDS: setting(z.coerce.number().int().min(1).max(MAX_SHARDS).default(1)),
    METRICS_RETENTION_DAYS: setting(z.coerce.number().int().min(1).max(3650).default(30)),
    METRICS_HOURLY_RETENTION_DAYS: setting(z.coerce.number().int().min(1).max(3650).default(400)),
    METRICS_DAILY_RETENTION_DAYS: setting(z.coerce.number().int().min(1).max(3650).default(1_830)),
    /** Days after which commands with their results, and runs, are deleted. More than a command can wait for its device. */
    COMMANDS_RETENTION_DAYS: setting(z.coerce.number().int().min(30).max(3650).default(400)),
    ANNOUNCEMENTS_RETENTION_DAYS: setting(z.coerce.number().int().min(30).max(3650).default(400)),
    /** Days after which what people have said in live pages is deleted; 0: it is not kept. */
    PAGE_RECORDING_DAYS: setting(z.coerce.number().int().min(0).max(3650).default(30)),
    /** Days after which rows of the audit log are deleted; what is kept remains verifiable. */
    AUDIT_RETENTION_DAYS: setting(z.coerce.number().int().min(30).max(36_500).default(1_830)),
    /** The proxies whose X-Forwarded-* headers are trusted: a comma-separated list of addresses, networks or Express' names of ranges. */
    TRUST_PROXY: setting(
      z.string().refine(isProxyList, 'Expected addresses, networks or range names').default('loopback'),
    ),
    /** A GeoLite2 or GeoIP2 City or Country file; empty: no location is determined. */
    GEOIP_DB: optionalText(1_000),
    COMPANY_NODES_PER_USER: setting(z.coerce.number().int().min(1).max(10_000_000).default(50_000)),
    /** The maximum number of connections, and of concurrent requests, per address; raise it where many users share one. */
    MAX_CONNECTIONS_PER_ADDRESS: setting(z.coerce.number().int().min(1).default(500)),
    /** Private addresses and networks, comma-separated, at which identity providers may be, also without TLS. Empty: none. */
    IDENTITY_PROVIDER_ALLOW: setting(
      z.string().max(1_000).refine(isNetworkList, 'Expected addresses or networks').optional(),
    ),
    /** Private addresses and networks, comma-separated, to which webhooks and messages to browsers may be sent, also without TLS. Empty: none. */
    WEBHOOK_ALLOW: setting(z.string().max(1_000).refine(isNetworkList, 'Expected addresses or networks').optional()),
    /** Addresses and networks beside multicast and private ones, comma-separated IPv4, to which devices may send sound. Empty: none. */
    NETWORK_SPEAKER_ALLOW: setting(
      z
        .string()
        .max(1_000)
        .refine((text) => parseAddressList(text) !== null, 'Expected IPv4 addresses or networks')
        .optional(),
    ),
    /** Private addresses and networks, comma-separated, at which brokers of Home Assistant may be, also without TLS. Empty: none. */
    HOME_ASSISTANT_ALLOW: setting(
      z.string().max(1_000).refine(isNetworkList, 'Expected addresses or networks').optional(),
    ),
    /** Connections to Home Assistant that are held at the same time; of more, each owner's first have their turn first. */
    HOME_ASSISTANT_CONNECTIONS: setting(z.coerce.number().int().min(1).max(10_000).default(200)),
    /** A factor for rate limits: for tests, and for sites whose users share one address. */
    RATE_LIMIT_SCALE: setting(z.coerce.number().min(0.1).max(1_000_000).default(1)),
    /** Seconds until a code can be sent again; the countdown of the console uses the default. */
    CODE_RESEND_AFTER_S: setting(z.coerce.number().int().min(0).max(3_600).default(CODE_RESEND_AFTER_S)),
    ...backupSettings,
    ...defaultSettings,
    ...engineSettings,
    ...fileSettings,
    ...mapSettings,
    ...mailSettings,
    ...quotaSettings,
    ...speechSettings,
    ...tracingSettings,
  })
  .superRefine(checkSmsSettings)
  .superRefine(checkEngineSettings)
  .superRefine(checkFileSettings)
  .superRefine(checkBackupSettings);

export type Config = Readonly<z.infer<typeof configSchema>>;

/** Parses the environment; throws an Error whose message names every wrong variable, one line. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = configSchema.safeParse(env);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

export const readConfig = (): Config => parseConfig(process.env);
