import type { BrokerAuthAnswer, BrokerAuthRequest } from '@belfry/schemas/http/service/internal';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import { isSerial } from '@belfry/schemas/domain/serial';
import type { IConnectPacket } from 'mqtt-packet';
import { parseConfig } from '../config.ts';
import { startBroker, type RunningBroker } from '../server.ts';
import { RawClient, subscribePacket } from './raw-client.ts';

export const SECRET = 'a-secret-for-the-tests';
export const KEY = 'the-right-key';
export const SERIAL = '1111-2222-3333-4444';
export const OTHER_SERIAL = '5555-6666-7777-8888';
export const OWNER = 7;
export const ADMIN = 1;

export async function answerHook({ username, password }: BrokerAuthRequest): Promise<BrokerAuthAnswer> {
  if (password !== KEY) return { result: 'deny' };
  if (isSerial(username)) {
    const acl = aclFor({ kind: 'device', serial: username });
    return { result: 'allow', is_superuser: false, client_attrs: { kind: 'device', id: username }, acl };
  }
  const userId = Number(username);
  const acl = aclFor({ kind: 'console', userId, role: userId === ADMIN ? 'admin' : 'user', serials: [SERIAL] });
  return { result: 'allow', is_superuser: false, client_attrs: { kind: 'console', id: username }, acl };
}

type Options = Partial<IConnectPacket>;

export type TestBroker = RunningBroker & {
  raw(): Promise<RawClient>;
  device(serial?: string, options?: Options): Promise<RawClient>;
  console(userId?: number, options?: Options): Promise<RawClient>;
  service(options?: Options): Promise<RawClient>;
  watch(...subscriptions: { topic: string; qos: 0 | 1 | 2 }[]): Promise<RawClient>;
  metric(name: string): Promise<number>;
};

/** Starts a broker on free ports with a fake authentication hook; settings are named by their environment variables. */
export async function startTestBroker(
  settings: Record<string, string> = {},
  authenticate = answerHook,
): Promise<TestBroker> {
  const config = parseConfig({
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: '0',
    MQTT_WS_PORT: '0',
    BROKER_HTTP_PORT: '0',
    SERVICE_SECRET: SECRET,
    LOG_LEVEL: 'silent',
    // The default of 5 s ends connections of a test when the machine pauses.
    CONNECT_TIMEOUT_MS: '60000',
    ...settings,
  });
  const broker = await startBroker(config, { authenticate });
  const raw = () => RawClient.open(broker.ports.mqtt);
  const open = async (options: Options & { clientId: string }): Promise<RawClient> => {
    const client = await raw();
    const code = await client.connect({ password: Buffer.from(KEY), ...options });
    if (code !== 0) throw new Error(`refused with ${code}`);
    return client;
  };
  const service = (options: Options = {}): Promise<RawClient> =>
    open({ clientId: INGEST_CLIENT_ID, username: 'service', password: Buffer.from(SECRET), ...options });
  return {
    ...broker,
    raw,
    device: (serial = SERIAL, options = {}) => open({ clientId: serial, username: serial, ...options }),
    console: (userId = OWNER, options = {}) =>
      open({ clientId: `console-${userId}-tab`, username: String(userId), ...options }),
    service,
    async watch(...subscriptions) {
      const watcher = await service({ clientId: `belfry-watcher-${Math.random()}` });
      watcher.send(subscribePacket(1, ...subscriptions));
      await watcher.next('suback');
      return watcher;
    },
    async metric(name) {
      const page = await (await fetch(`http://127.0.0.1:${broker.ports.http}/metrics`)).text();
      const line = page.split('\n').find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
      return Number(line?.split(' ').at(-1) ?? Number.NaN);
    },
  };
}
