import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { BrokerDeps } from './deps.ts';
import { CLIENT_KINDS } from './principal.ts';

/** The Prometheus metrics. Components keep plain numbers that are read at each scrape, so a message costs no metrics call. */
export function createMetrics(deps: BrokerDeps): {
  page: () => Promise<{ type: string; text: string }>;
  stop: () => void;
} {
  const { authenticator, connectionRegistry, retained, router, sessions, refusals, received } = deps;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const gauge = (name: string, help: string, read: () => number): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read());
        },
      }),
    );
  };
  const counter = (name: string, help: string, read: () => number): void => {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset();
          this.inc(read());
        },
      }),
    );
  };

  registry.registerMetric(
    new Gauge({
      name: 'belfry_broker_connections',
      help: 'Open connections by kind; pending ones are not authenticated',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const kind of CLIENT_KINDS) this.set({ kind }, connectionRegistry.count(kind));
        this.set({ kind: 'pending' }, connectionRegistry.pending);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'belfry_broker_refused_total',
      help: 'Refused requests and dropped connections by event and reason',
      labelNames: ['event', 'reason'],
      registers: [],
      collect() {
        this.reset();
        for (const [event, reasons] of refusals.totals) {
          for (const [reason, count] of reasons) this.inc({ event: event.replaceAll(' ', '_'), reason }, count);
        }
      },
    }),
  );
  counter('belfry_broker_received_messages_total', 'Messages that clients published', () => received.messages);
  counter('belfry_broker_received_bytes_total', 'Bytes read from clients', () => received.bytes);
  counter('belfry_broker_sent_messages_total', 'Messages delivered to clients', () => sessions.metrics.sentMessages);
  counter('belfry_broker_sent_bytes_total', 'Bytes of messages delivered', () => sessions.metrics.sentBytes);
  counter(
    'belfry_broker_lost_messages_total',
    'Messages discarded from full session queues',
    () => sessions.metrics.lost,
  );
  counter(
    'belfry_broker_retained_refused_total',
    'Messages not retained because the store or the publisher is at its limit',
    () => retained.refused,
  );
  gauge('belfry_broker_queued_messages', 'Messages waiting in sessions', () => sessions.metrics.queued);
  gauge('belfry_broker_inflight_messages', 'Messages sent and not acknowledged', () => sessions.metrics.inflight);
  gauge('belfry_broker_sessions', 'Sessions, connected or stored', () => sessions.count);
  gauge('belfry_broker_subscriptions', 'Subscriptions', () => router.subscriptions);
  gauge('belfry_broker_retained_messages', 'Retained messages', () => retained.size);
  gauge('belfry_broker_retained_bytes', 'Bytes of retained topics and payloads', () => retained.bytes);
  gauge(
    'belfry_broker_authentications_waiting',
    'Clients waiting for a call of the authentication hook',
    () => authenticator.waiting,
  );

  return {
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  };
}
