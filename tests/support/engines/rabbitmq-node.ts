import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '@belfry/infra/local/paths';
import { startWatchdog } from '@belfry/infra/local/processes/watchdog';
import { SERVICE_SECRET } from '../service-secret.ts';
import { accepts } from '../processes/accepts.ts';
import { until } from '../until.ts';

/** Debian's start script for root would switch to a user that cannot read the test's folder; this one is what it calls. */
const PROGRAM = '/usr/lib/rabbitmq/bin/rabbitmq-server';
const CONTROL = '/usr/lib/rabbitmq/bin/rabbitmqctl';
const CONFIGURATION = join(ROOT, 'infra/engines/rabbitmq');
const HOST = '127.0.0.1';
/** Erlang's schedulers would otherwise spin while they wait, at the cost of what is tested. */
const QUIET_SCHEDULERS =
  'SERVER_ADDITIONAL_ERL_ARGS="$SERVER_ADDITIONAL_ERL_ARGS +S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none"';
/** About ten seconds, and many times as long while other programs compute. */
const START_MS = 180_000;
const STOP_MS = 60_000;

export const hasRabbitmq = existsSync(PROGRAM);
export const MANAGEMENT = { user: 'belfry', password: 'the-password-of-rabbitmq', secret: 'a-secret-of-the-engine' };

export type NodePorts = { mqtt: number; ws: number; management: number; dist: number };
export type NodeOptions = {
  /** The name before the @. Nodes of one cluster share the folder. */
  name: string;
  folder: string;
  /** Where the node learns the ports of the others. */
  mapperPort: number;
  ports: NodePorts;
  /** Where the node asks about clients. */
  apiUrl: string;
  /** The names of all nodes of the cluster. */
  cluster: readonly string[];
};

export type RabbitmqNode = {
  name: string;
  ports: NodePorts;
  start(): Promise<void>;
  /** Ends the node with SIGTERM, which closes its connections in order, or with SIGKILL. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Has the node evaluate an Erlang expression. */
  evaluate(expression: string): Promise<void>;
};

/** A RabbitMQ node with the product's configuration, in a folder of its own. It is not started yet. */
export function createNode(options: NodeOptions): RabbitmqNode {
  const { name, folder, mapperPort, ports } = options;
  const home = join(folder, name);
  writeConfiguration(home, options);
  const watchdog = startWatchdog();
  let server: ReturnType<typeof spawn> | null = null;
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    ERL_EPMD_PORT: String(mapperPort),
    ERL_EPMD_ADDRESS: HOST,
    RABBITMQ_NODENAME: `${name}@localhost`,
    RABBITMQ_DIST_PORT: String(ports.dist),
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'),
  };

  return {
    name,
    ports,
    async start() {
      // The program is a shell that waits for Erlang: SIGKILL goes to both, which are a process group.
      server = spawn(PROGRAM, [], { env, stdio: 'ignore', detached: true });
      watchdog.watch([server.pid ?? 0]);
      const isUp = async (): Promise<boolean> => (await accepts(ports.mqtt)) && (await accepts(ports.ws));
      await until(`RabbitMQ node ${name}`, isUp, Boolean, START_MS);
    },
    async stop(signal = 'SIGTERM') {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      const group = -(server.pid ?? 0);
      if (signal === 'SIGKILL') process.kill(group, 'SIGKILL');
      else server.kill(signal);
      const overdue = setTimeout(() => process.kill(group, 'SIGKILL'), STOP_MS);
      await ended;
      clearTimeout(overdue);
      watchdog.watch([]);
    },
    async evaluate(expression) {
      await promisify(execFile)(CONTROL, ['eval', expression], { env });
    },
  };
}

function writeConfiguration(home: string, { ports, apiUrl, cluster }: NodeOptions): void {
  const values: Record<string, string | number> = {
    LISTEN: HOST,
    MQTT_PORT: ports.mqtt,
    WS_PORT: ports.ws,
    MANAGEMENT_PORT: ports.management,
    API_URL: apiUrl,
    ENGINE_SECRET: MANAGEMENT.secret,
    ENGINE_USER: MANAGEMENT.user,
    ENGINE_PASSWORD: MANAGEMENT.password,
    SERVICE_SECRET,
    FOLDER: home,
  };
  mkdirSync(home, { recursive: true });
  const members = cluster.map((name, at) => `cluster_formation.classic_config.nodes.${at + 1} = ${name}@localhost`);
  const further: Record<string, string[]> = {
    'rabbitmq.conf': cluster.length > 1 ? members : [],
    'rabbitmq-env.conf': [QUIET_SCHEDULERS],
  };
  for (const file of readdirSync(CONFIGURATION)) {
    const text = readFileSync(join(CONFIGURATION, file), 'utf8');
    const filled = text.replaceAll(/@([A-Z_]+)@/g, (_all, key: string) => String(values[key]));
    writeFileSync(join(home, file), [filled, ...(further[file] ?? []), ''].join('\n'), { mode: 0o600 });
  }
}
