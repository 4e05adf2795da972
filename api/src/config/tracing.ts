import { z } from 'zod';
import { optionalText, optionalUrl, setting } from './setting.ts';

const MAX_HEADERS = 4_000;
/** `name=value,name=value`, as in the specification of OpenTelemetry. */
const HEADERS = /^[\w-]+=[^,=][^,]*(,[\w-]+=[^,=][^,]*)*$/;

/** Settings of tracing, under the names that OpenTelemetry gives them. */
export const tracingSettings = {
  /** A collector that speaks OTLP over HTTP, without `/v1/traces`. Empty: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(/^https?$/),
  /** Headers for the collector, which may contain a secret. */
  OTEL_EXPORTER_OTLP_HEADERS: optionalText(MAX_HEADERS).refine(
    (text) => text === undefined || HEADERS.test(text),
    'Expected name=value,name=value',
  ),
  /** The share of traces that are exported, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: setting(z.coerce.number().min(0).max(1).default(1)),
};
