import type { BrokerDeps } from './deps.ts';

export type MetricValue = { type: 'counter' | 'gauge'; name: string; help: string; read: (deps: BrokerDeps) => number };

const counter = (name: string, help: string, read: MetricValue['read']): MetricValue => ({
  type: 'counter',
  name: `belfry_broker_${name}_total`,
  help,
  read,
});

const gauge = (name: string, help: string, read: MetricValue['read']): MetricValue => ({
  type: 'gauge',
  name: `belfry_broker_${name}`,
  help,
  read,
});

/** The metrics that are one number without labels. */
export const METRIC_VALUES: readonly MetricValue[] = [
  counter('received_messages', 'Messages that clients published', ({ received }) => received.messages),
  counter('received_bytes', 'Bytes read from clients', ({ received }) => received.bytes),
  counter('sent_messages', 'Messages delivered to clients', ({ sessions }) => sessions.metrics.sentMessages),
  counter('sent_bytes', 'Bytes of messages delivered', ({ sessions }) => sessions.metrics.sentBytes),
  counter('lost_messages', 'Messages discarded from full session queues', ({ sessions }) => sessions.metrics.lost),
  counter(
    'retained_refused',
    'Messages not retained because the store or the publisher is at its limit',
    ({ retained }) => retained.refused,
  ),
  gauge('queued_messages', 'Messages waiting in sessions', ({ sessions }) => sessions.metrics.queued),
  gauge('inflight_messages', 'Messages sent and not acknowledged', ({ sessions }) => sessions.metrics.inflight),
  gauge('sessions', 'Sessions, connected or stored', ({ sessions }) => sessions.count),
  gauge('subscriptions', 'Subscriptions', ({ router }) => router.subscriptions),
  gauge('retained_messages', 'Retained messages', ({ retained }) => retained.size),
  gauge('retained_bytes', 'Bytes of retained topics and payloads', ({ retained }) => retained.bytes),
  gauge(
    'authentications_waiting',
    'Clients waiting for a call of the authentication hook',
    ({ authenticator }) => authenticator.waiting,
  ),
];
