import { z } from 'zod';
import { endpoint, FORM } from '../endpoint.ts';

const text = z.string().max(512);

/**
 * The requests of RabbitMQ's HTTP authentication backend, sent as a form. A login that is not by MQTT has no client id.
 * Every request may have further fields.
 */
export const rabbitmqUserSchema = z.object({
  username: text,
  password: z.string().max(1024).default(''),
  client_id: text.default(''),
  vhost: text.default('/'),
});

export const rabbitmqVhostSchema = z.object({ username: text, vhost: text, client_id: text.default('') });

export const rabbitmqResourceSchema = z.object({
  username: text,
  vhost: text,
  resource: text,
  name: text,
  permission: z.enum(['configure', 'write', 'read']),
});
export type RabbitmqResource = z.infer<typeof rabbitmqResourceSchema>;

export const rabbitmqTopicSchema = z.object({
  username: text,
  vhost: text,
  name: text,
  permission: z.enum(['configure', 'write', 'read']),
  tags: text.default(''),
  /** The MQTT topic or filter with dots instead of slashes, and `*` instead of `+`. */
  routing_key: z.string().max(4096),
});
export type RabbitmqTopic = z.infer<typeof rabbitmqTopicSchema>;

/** `allow`, `allow` with tags of the user, or `deny`. */
export const rabbitmqAnswerSchema = z.string().regex(/^(allow( [a-z0-9]+)*|deny)$/);

const ACCESS_REQUEST = { method: 'post', bodyType: FORM, answer: rabbitmqAnswerSchema } as const;

export const rabbitmqHttp = {
  user: endpoint({
    ...ACCESS_REQUEST,
    path: '/engines/rabbitmq/user',
    summary: 'Authenticate a client',
    body: rabbitmqUserSchema,
  }),
  vhost: endpoint({
    ...ACCESS_REQUEST,
    path: '/engines/rabbitmq/vhost',
    summary: 'May a user connect?',
    body: rabbitmqVhostSchema,
  }),
  resource: endpoint({
    ...ACCESS_REQUEST,
    path: '/engines/rabbitmq/resource',
    summary: 'May a user use this queue or exchange?',
    body: rabbitmqResourceSchema,
  }),
  topic: endpoint({
    ...ACCESS_REQUEST,
    path: '/engines/rabbitmq/topic',
    summary: 'May a user publish or subscribe here?',
    body: rabbitmqTopicSchema,
  }),
};
