import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';
import { createThrottledWarning } from '../mqtt/throttled-warning.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';
import { setDeviceTracers } from '../tracing/spans.ts';

const EXPORT_INTERVAL_MS = 1_000;
const EXPORT_TIMEOUT_MS = 5_000;
/** Spans beyond this are dropped while the collector is slow or away. */
const MAX_QUEUED_SPANS = 8_192;
const MAX_ATTRIBUTE_LENGTH = 200;
const MAX_LINKS = 64;
const FLUSH_MS = 2_000;

type Settings = Pick<Config, 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'> & { endpoint: string };

/** Starts the export of spans to a collector, for this whole process. `stop` sends what is left, for two seconds at most. */
export function startOtlpExport(settings: Settings, log: Logger): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: headersOf(settings.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: EXPORT_INTERVAL_MS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
    maxQueueSize: MAX_QUEUED_SPANS,
  });
  // By the trace id alone: each service decides alike, and no caller can enforce that its traces are kept.
  const sampler = new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG);
  const createProvider = (service: string): TracerProvider =>
    new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'belfry' }),
      sampler,
      spanProcessors: [processor],
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH, linkCountLimit: MAX_LINKS },
    });

  const warn = createThrottledWarning(log, 'traces were not exported');
  const report = (message: string): void => warn('export', { reason: message.slice(0, MAX_ATTRIBUTE_LENGTH) });
  const ignore = (): void => undefined;
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(createProvider('belfry-api'));
  setDeviceTracers(createProvider('belfry-device'));

  return {
    async stop() {
      setDeviceTracers(null);
      for (const api of [trace, context, propagation]) api.disable();
      await waitAtMost(FLUSH_MS, processor.shutdown());
      diag.disable();
    },
  };
}

/** Values are percent-encoded, as in a W3C baggage. */
function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, decodeURIComponent(value.join('='))];
    }),
  );
}
