import type { Config } from '../config/config.ts';
import type { Logger } from '../log.ts';

/** Starts tracing if a collector is configured. Otherwise nothing of the SDK is loaded and nothing is recorded. */
export async function startTracing(config: Config, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { startOtlpExport } = await import('./otlp-export.ts');
  return startOtlpExport({ ...config, endpoint }, log);
}
