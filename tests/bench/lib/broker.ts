import { probePort } from '@belfry/infra/local/ports';
import { untilReady } from './until-ready.ts';
import { node, start } from './processes.ts';

export interface StandaloneBroker {
  mqttPort: number;
  wsPort: number;
  httpPort: number;
  pid: number;
  stop(): Promise<void>;
}

export const SERVICE = { username: 'service', password: 'bench-service-secret' };

/** Starts the broker without the api on core 0, and on core 1 an authentication hook that accepts all clients. */
export async function startStandaloneBroker(): Promise<StandaloneBroker> {
  const hook = start(node('tests/bench/floors/auth-hook.ts'), { core: 1 });
  const { port: hookPort } = JSON.parse(await hook.line((line) => line.startsWith('{'))) as { port: number };
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
      API_URL: `http://127.0.0.1:${hookPort}`,
      // All devices of a load connect from one address.
      MAX_PENDING_TCP_PER_ADDRESS: '12000',
    },
  });
  await untilReady(`http://127.0.0.1:${httpPort}/health/live`);
  return {
    mqttPort,
    wsPort,
    httpPort,
    pid: broker.process.pid ?? 0,
    stop: async () => {
      await broker.stop();
      await hook.stop();
    },
  };
}
