import { rabbitmqHttp } from '@belfry/schemas/http/service/engines';
import { ownsClientId } from '@belfry/schemas/mqtt/client-id';
import {
  authenticateClient,
  createDeviceLookup,
  createEngineGuard,
  findConsoleAcl,
} from '../../features/service/index.ts';
import { Reply, type Route } from '../../http/routes/route.ts';
import { isClientName, canUseResource, requestedTopic, VHOST } from './access-requests.ts';
import type { ShardRoutes } from '../../mqtt-engine.ts';
import { createRightsStore } from './rights.ts';
import { shardRoutesFor } from './shard-routes.ts';
import { serve } from '../../serve.ts';
import type { Deps } from '../../deps.ts';

const ENGINE = { access: 'engine', bodyLimit: 8_000 } as const;

const answer = (allowed: boolean): Reply<never> => Reply.text(allowed ? 'allow' : 'deny');

/**
 * The requests of RabbitMQ's HTTP authentication backend. It sends `/user` once per connection, and the others once per connection
 * and object, again about every minute unless `belfry_access.erl` in the node has cached that access is allowed. Only `/user` queries
 * the database, and a request about a console that another instance has authenticated.
 */
export function rabbitmqRoutes({ pool, db, config }: Pick<Deps, 'pool' | 'db' | 'config'>): Route<Deps>[] {
  const lookup = createDeviceLookup(pool);
  const guard = createEngineGuard(db, lookup);
  const rights = createRightsStore((userId) => findConsoleAcl(db, userId));
  return [
    userRoute(lookup, guard, rights, shardRoutesFor(config)),
    serve(rabbitmqHttp.vhost, ENGINE, ({ body }) => answer(body.vhost === VHOST && isClientName(body.username))),
    serve(rabbitmqHttp.resource, ENGINE, ({ body }) => answer(canUseResource(body))),
    serve(rabbitmqHttp.topic, ENGINE, async ({ body }) => {
      const requested = requestedTopic(body);
      if (!requested) return answer(false);
      return answer((await rights.find(body.username, body.tags)).allowed(requested.action, requested.topic));
    }),
  ];
}

function userRoute(
  lookup: ReturnType<typeof createDeviceLookup>,
  guard: ReturnType<typeof createEngineGuard>,
  rights: ReturnType<typeof createRightsStore>,
  shardRoutes: ShardRoutes | null,
): Route<Deps> {
  return serve(rabbitmqHttp.user, ENGINE, async ({ deps, body }) => {
    // A login that is not by MQTT has no client id.
    if (body.vhost !== VHOST || !ownsClientId(body.username, body.client_id)) return answer(false);
    const access = await guard(body, () => authenticateClient(deps, lookup, body));
    if (access.result === 'deny') return answer(false);
    if (access.client_attrs.kind === 'device') {
      // Before it can publish, so that one session receives everything. Without a route the one of shard 0 does.
      await shardRoutes?.add(access.client_attrs.id).catch(() => undefined);
      return answer(true);
    }
    return Reply.text(`allow ${rights.store(body.username, access.acl)}`);
  });
}
