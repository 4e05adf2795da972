import { LOOPBACK, type LauncherConfig } from './config.ts';
import { claimPort, probePort, reservePort } from './ports.ts';

/** Ports used only on this machine: a default that is taken is replaced by a free port. */
const INTERNAL = {
  /** Health, metrics and administration of the broker. */
  BROKER_HTTP_PORT: 8084,
  /** The api's internal listener for broker, simulator and Prometheus. */
  INTERNAL_PORT: 8085,
} as const;

type InternalName = keyof typeof INTERNAL;
type PortName = InternalName | 'HTTP_PORT' | 'MQTT_PORT' | 'MQTT_WS_PORT';

export type ClaimedConfig = LauncherConfig & Record<InternalName, number>;

/**
 * Chooses free ports for those set to 0 and for internal ones that are not set and whose default is taken.
 * @throws an Error that names the variable of a port that is taken, before anything is started
 */
export async function claimPorts(config: LauncherConfig): Promise<ClaimedConfig> {
  const claims: { name: PortName; host: string }[] = [{ name: 'HTTP_PORT', host: config.HTTP_HOST }];
  const internal: InternalName[] = ['INTERNAL_PORT'];
  if (!config.MQTT_URL) {
    claims.push({ name: 'MQTT_PORT', host: config.MQTT_HOST }, { name: 'MQTT_WS_PORT', host: config.MQTT_HOST });
    internal.unshift('BROKER_HTTP_PORT');
  }
  for (const name of internal) if (config[name] !== undefined) claims.push({ name, host: LOOPBACK });
  const ports: Partial<Record<PortName, number>> = {};
  for (const { name, host } of claims) {
    const port = await claimPort(name, config[name] ?? 0, host);
    const sameAs = claims.find((other) => ports[other.name] === port);
    if (sameAs) throw new Error(`${name} ${port} is the same as ${sameAs.name}: give each its own port`);
    ports[name] = port;
  }
  // After those that are set, so that a default gives way to them.
  for (const name of internal) ports[name] ??= await freePort(INTERNAL[name], Object.values(ports));
  const { BROKER_HTTP_PORT = INTERNAL.BROKER_HTTP_PORT, INTERNAL_PORT = INTERNAL.INTERNAL_PORT } = {
    ...config,
    ...ports,
  };
  return { ...config, ...ports, BROKER_HTTP_PORT, INTERNAL_PORT };
}

const freePort = (port: number, taken: readonly number[]): Promise<number> =>
  taken.includes(port) ? probePort(0, LOOPBACK) : reservePort(port, LOOPBACK).catch(() => probePort(0, LOOPBACK));
