import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';
import type { BrokerDeps } from './deps.ts';
import { CLIENT_KINDS } from './principal.ts';

/** The Prometheus metrics. Components keep plain numbers that are read at each scrape, so a message costs no metrics call. */
export function createMetrics(deps: BrokerDeps): {
  page: () => Promise<{ type: string; text: string }>;
  stop: () => void;
} {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(connectionsMetric(deps));
  registry.registerMetric(refusalsMetric(deps));
  for (const value of METRIC_VALUES) registry.registerMetric(metricOf(value, deps));
  return {
    page: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => registry.clear(),
  };
}

const connectionsMetric = ({ connectionRegistry }: BrokerDeps): Metric =>
  new Gauge({
    name: 'belfry_broker_connections',
    help: 'Open connections by kind; pending ones are not authenticated',
    labelNames: ['kind'],
    registers: [],
    collect() {
      for (const kind of CLIENT_KINDS) this.set({ kind }, connectionRegistry.count(kind));
      this.set({ kind: 'pending' }, connectionRegistry.pending);
    },
  });

const refusalsMetric = ({ refusals }: BrokerDeps): Metric =>
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
  });

function metricOf({ type, name, help, read }: MetricValue, deps: BrokerDeps): Metric {
  if (type === 'gauge') {
    return new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read(deps));
      },
    });
  }
  return new Counter({
    name,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(read(deps));
    },
  });
}

type MetricValue = { type: 'counter' | 'gauge'; name: string; help: string; read: (deps: BrokerDeps) => number };

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

const METRIC_VALUES: readonly MetricValue[] = [
  counter('received_messages', 'Messages that clients published', ({ received }) => received.messages),
  counter('received_bytes', 'Bytes read from clients', ({ received }) => received.bytes),
  counter('sent_messages', 'Messages delivered to clients', ({ sessions }) => sessions.metrics.sentMessages),
  counter('sent_bytes', 'Bytes of messages delivered', ({ sessions }) => sessions.metrics.sentBytes),
  counter('lost_messages', 'Messages discarded from full session queues', ({ sessions }) => sessions.metrics.lost),
  counter(
    'page_frames_dropped',
    'Frames of live pages that were not sent to clients that do not keep up',
    ({ sessions }) => sessions.metrics.framesDropped,
  ),
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
