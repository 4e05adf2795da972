import type { Config } from '../config/config.ts';
import { brokerAccessRoutes } from '../features/service/index.ts';
import type { Route } from '../http/routes/route.ts';
import { createBelfryEngine } from './belfry.ts';
import type { MqttEngine } from '../mqtt-engine.ts';
import { createRabbitmqEngine } from './rabbitmq/rabbitmq.ts';
import { rabbitmqRoutes } from './rabbitmq/routes.ts';
import type { Deps } from '../deps.ts';

const ENGINES = {
  belfry: { create: createBelfryEngine, routes: brokerAccessRoutes },
  rabbitmq: { create: createRabbitmqEngine, routes: rabbitmqRoutes },
} satisfies Record<Config['MQTT_ENGINE'], object>;

export const createEngine = (config: Config): MqttEngine => ENGINES[config.MQTT_ENGINE].create(config);

export const engineRoutes = (deps: Pick<Deps, 'pool' | 'db'> & { config: Config }): Route<Deps>[] =>
  ENGINES[deps.config.MQTT_ENGINE].routes(deps);
