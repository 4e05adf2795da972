import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';
import type { BrokerDeps } from './deps.ts';
import { METRIC_VALUES, type MetricValue } from './metric-values.ts';
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
