import { isUserName } from '@belfry/schemas/domain/ids';
import { isSerial } from '@belfry/schemas/domain/serial';
import type { RabbitmqResource, RabbitmqTopic } from '@belfry/schemas/http/service/engines';
import type { Action } from '@belfry/schemas/mqtt/authorize';
import { ownsClientId } from '@belfry/schemas/mqtt/client-id';

/** The virtual host and the exchange of the MQTT plugin. */
export const VHOST = '/';
const EXCHANGE = 'amq.topic';
/** The queue of a session, by QoS of its subscriptions. */
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

/** Whether a client may use a queue or exchange: its own session, and the exchange of the topics, which it cannot change. */
export function canUseResource({ username, vhost, resource, name, permission }: RabbitmqResource): boolean {
  if (vhost !== VHOST) return false;
  if (resource === 'queue') return ownsClientId(username, SESSION_QUEUE.exec(name)?.[1] ?? '');
  return resource === 'exchange' && name === EXCHANGE && permission !== 'configure' && isClientName(username);
}

/** Whether a user name is one that can be authenticated. */
export const isClientName = (username: string): boolean => isSerial(username) || isUserName(username);
