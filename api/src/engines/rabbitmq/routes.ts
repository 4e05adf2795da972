import { rabbitmqHttp, type RabbitmqResource, type RabbitmqTopic } from '@belfry/schemas/http/service/engines';
import { ownsClientId } from '@belfry/schemas/mqtt/client-id';
import {
  authenticateClient,
  createDeviceLookup,
  createEngineGuard,
  findConsoleAcl,
} from '../../features/service/index.ts';
import { isInvited } from '../../features/live-pages/index.ts';
import { Reply, type Route } from '../../http/routes/route.ts';
import type { ShardRoutes } from '../../mqtt-engine.ts';
import { shardRoutesFor } from './rabbitmq.ts';
import { serve } from '../../serve.ts';
import type { Deps } from '../../deps.ts';
import { createHash } from 'node:crypto';
import { isUserName } from '@belfry/schemas/domain/ids';
import { isSerial } from '@belfry/schemas/domain/serial';
import { aclFor, type AclRule } from '@belfry/schemas/mqtt/access';
import { compileAcl, type Rights, type Action } from '@belfry/schemas/mqtt/authorize';
import { parseTopic } from '@belfry/schemas/mqtt/topics';
import { createTtlCache } from '../../lib/ttl-cache.ts';

const ENGINE = { access: 'engine', bodyLimit: 8_000, audit: 'none: the engine asks' } as const;

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
      if ((await rights.find(body.username, body.tags)).allowed(requested.action, requested.topic)) return answer(true);
      return answer(await mayHearPage(db, body.username, requested));
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

/** A device may hear a live page while it is invited, and has the owner that it had then. */
async function mayHearPage(
  db: Deps['db'],
  username: string,
  { action, topic }: { action: Action; topic: string },
): Promise<boolean> {
  const page = parseTopic(topic);
  if (action !== 'subscribe' || page?.kind !== 'pageAudio' || !isSerial(username)) return false;
  return isInvited(db, page.pageId, username);
}

const TTL_MS = 60_000;
/** The list of a user with 20,000 devices takes several megabytes. */
const MAX_LISTS = 200;

const NONE: Rights = { allowed: () => false };

/**
 * The version of an access list, which RabbitMQ repeats with every request about the connection: two tags of 16 bits, since RabbitMQ
 * never forgets a tag that it has seen.
 */
function versionOf(acl: readonly AclRule[]): string {
  const digest = createHash('sha256').update(JSON.stringify(acl)).digest();
  return `a${digest.readUInt16BE(0)} b${digest.readUInt16BE(2)}`;
}

type RightsStore = {
  store(username: string, acl: readonly AclRule[]): string;
  /** The rights of a client that was authenticated with this version; nothing is allowed if its list is another now. */
  find(username: string, version: string): Promise<Rights>;
};

/**
 * The compiled access lists of clients that ask about topics. A device's follows from its serial. A console's is loaded when
 * another instance has authenticated it; `version` keeps an instance from using a list that has changed since.
 */
export function createRightsStore(loadConsoleAcl: (userId: number) => Promise<readonly AclRule[]>): RightsStore {
  const lists = createTtlCache<Rights>(TTL_MS, MAX_LISTS);

  async function load(username: string, version: string): Promise<Rights> {
    const acl = await loadConsoleAcl(Number(username));
    return versionOf(acl) === version ? compileAcl(acl) : NONE;
  }

  return {
    store(username, acl) {
      const version = versionOf(acl);
      void lists.get(`${username} ${version}`, () => Promise.resolve(compileAcl(acl)));
      return version;
    },
    async find(username, version) {
      if (isUserName(username)) return lists.get(`${username} ${version}`, () => load(username, version));
      return isSerial(username) ? compileAcl(aclFor({ kind: 'device', serial: username })) : NONE;
    },
  };
}

const VHOST = '/';
const EXCHANGE = 'amq.topic';
const SESSION_QUEUE = /^mqtt-subscription-(.+)qos[01]$/;

const ACTIONS: Record<RabbitmqTopic['permission'], Action | null> = {
  read: 'subscribe',
  write: 'publish',
  configure: null,
};

/**
 * The MQTT action and topic of a topic request; null for anything that is not a topic of the MQTT plugin. RabbitMQ treats a
 * `*` in a filter as its own wildcard, so it counts as `+`; within a level it makes the filter invalid.
 */
export function requestedTopic({
  vhost,
  name,
  permission,
  routing_key,
}: Omit<RabbitmqTopic, 'username' | 'tags'>): { action: Action; topic: string } | null {
  const action = ACTIONS[permission];
  if (vhost !== VHOST || name !== EXCHANGE || !action) return null;
  return { action, topic: routing_key.replaceAll('.', '/').replaceAll('*', '+') };
}

/** A client may use its own session, and the exchange of the topics, which it cannot change. */
export function canUseResource({ username, vhost, resource, name, permission }: RabbitmqResource): boolean {
  if (vhost !== VHOST) return false;
  if (resource === 'queue') return ownsClientId(username, SESSION_QUEUE.exec(name)?.[1] ?? '');
  return resource === 'exchange' && name === EXCHANGE && permission !== 'configure' && isClientName(username);
}

const isClientName = (username: string): boolean => isSerial(username) || isUserName(username);
