import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { probePort } from '@belfry/infra/local/ports';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { node, start } from './processes.ts';

export interface LoneBroker {
  mqttPort: number;
  wsPort: number;
  httpPort: number;
  pid: number;
  stop(): Promise<void>;
}

export const SERVICE = { username: 'service', password: 'bench-service-secret' };

/** Our broker alone on core 0, in front of a hook that knows everybody and answers with their rights. */
export async function startLoneBroker(): Promise<LoneBroker> {
  const hook = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { username } = JSON.parse(text) as { username: string };
      const device = username.includes('-');
      const acl = device
        ? aclFor({ kind: 'device', serial: username })
        : aclFor({ kind: 'console', userId: Number(username), role: 'root', serials: [] });
      const client_attrs = { kind: device ? 'device' : 'console', id: username };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ result: 'allow', is_superuser: false, client_attrs, acl }));
    });
  });
  hook.keepAliveTimeout = 60_000;
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const [mqttPort = 0, wsPort = 0, httpPort = 0] = await Promise.all(
    [0, 0, 0].map((port) => probePort(port, '127.0.0.1')),
  );
  const broker = start(node('broker/src/main.ts'), {
    core: 0,
    env: {
      SERVICE_SECRET: SERVICE.password,
      LOG_LEVEL: 'warn',
      MQTT_PORT: String(mqttPort),
      MQTT_WS_PORT: String(wsPort),
      BROKER_HTTP_PORT: String(httpPort),
      API_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}`,
    },
  });
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${httpPort}/health/live`).catch(() => null);
    if (answer?.ok === true) break;
    if (attempt > 100) throw new Error('the broker did not start within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    mqttPort,
    wsPort,
    httpPort,
    pid: broker.process.pid ?? 0,
    stop: async () => {
      await broker.stop();
      hook.closeAllConnections();
      hook.close();
    },
  };
}
