import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Parts } from './parts.ts';
import { CLIENT_KINDS } from './principal.ts';

/** The Prometheus page. Figures are plain numbers where they arise and read when somebody asks: no cost per message. */
export function createMetrics(deps: Parts): {
  page: () => Promise<{ type: string; text: string }>;
  stop: () => void;
} {
  const { authenticator, population, retained, router, sessions, tally, received } = deps;
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
      help: 'Open connections by kind; pending ones have not said who they are',
      labelNames: ['kind'],
      registers: [],
      collect() {
        for (const kind of CLIENT_KINDS) this.set({ kind }, population.count(kind));
        this.set({ kind: 'pending' }, population.pending);
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: 'belfry_broker_refused_total',
      help: 'What was refused or dropped, by event and reason',
      labelNames: ['event', 'reason'],
      registers: [],
      collect() {
        this.reset();
        for (const [event, reasons] of tally.totals) {
          for (const [reason, count] of reasons) this.inc({ event: event.replaceAll(' ', '_'), reason }, count);
        }
      },
    }),
  );
  counter('belfry_broker_received_messages_total', 'Messages clients published', () => received.messages);
  counter('belfry_broker_received_bytes_total', 'Bytes read from clients', () => received.bytes);
  counter('belfry_broker_sent_messages_total', 'Messages delivered to clients', () => sessions.figures.sentMessages);
  counter('belfry_broker_sent_bytes_total', 'Bytes of messages delivered', () => sessions.figures.sentBytes);
  counter('belfry_broker_lost_messages_total', 'Messages a full session queue gave up', () => sessions.figures.lost);
  counter(
    'belfry_broker_retained_refused_total',
    'Messages not retained because the store or the publisher is at its limit',
    () => retained.refused,
  );
  gauge('belfry_broker_queued_messages', 'Messages waiting in sessions', () => sessions.figures.queued);
  gauge('belfry_broker_inflight_messages', 'Messages sent and not acknowledged', () => sessions.figures.inflight);
  gauge('belfry_broker_sessions', 'Sessions, connected or kept', () => sessions.count);
  gauge('belfry_broker_subscriptions', 'Subscriptions', () => router.subscriptions);
  gauge('belfry_broker_retained_messages', 'Retained messages', () => retained.size);
  gauge('belfry_broker_retained_bytes', 'Bytes of retained topics and payloads', () => retained.bytes);
  gauge('belfry_broker_authentications_waiting', 'Clients waiting to be asked for', () => authenticator.waiting);

  return {
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  };
}
