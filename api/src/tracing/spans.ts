import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Link,
  type Span,
  SpanKind,
  type TracerProvider,
} from '@opentelemetry/api';

const SCOPE = 'belfry';

type SpanSettings = {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Begins a trace of its own, whatever has caused the work. */
  root?: boolean;
  linkedTo?: readonly string[];
};

/** The parent is the active span, unless `parent` is the trace context of a message. */
export function startSpan(name: string, { linkedTo = [], ...options }: SpanSettings, parent = context.active()): Span {
  return trace.getTracer(SCOPE).startSpan(name, { ...options, links: linkedTo.flatMap(linkTo) }, parent);
}

/**
 * Does work in a span of its own, which fails if the work does. The error is not recorded, because its text may quote what users have
 * typed. Without tracing only the work is done.
 */
export async function inSpan<T>(name: string, settings: SpanSettings, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const span = startSpan(name, settings);
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Undefined without tracing. */
export function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

export const contextOf = (traceparent: string | undefined) => propagation.extract(ROOT_CONTEXT, { traceparent });

function linkTo(traceparent: string): Link[] {
  const linked = trace.getSpanContext(contextOf(traceparent));
  return linked ? [{ context: linked }] : [];
}

type Timing = { startedAt: number; durationMs: number; failed: boolean };

/** Records that a device has executed a command: `traceparent` is what it received, times are milliseconds since 1970. */
export function recordDeviceSpan(
  name: string,
  { traceparent, attributes, ...timing }: Timing & { traceparent: string; attributes: Attributes },
): void {
  const tracer = deviceTracers?.getTracer(SCOPE);
  const { startedAt: startTime } = timing;
  if (tracer)
    end(tracer.startSpan(name, { kind: SpanKind.CONSUMER, startTime, attributes }, contextOf(traceparent)), timing);
}

function end(span: Span, { startedAt, durationMs, failed }: Timing): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startedAt + durationMs);
}

/** Records spans of devices, which cannot connect to a collector themselves. */
let deviceTracers: TracerProvider | null = null;

export const isTracing = (): boolean => deviceTracers !== null;
export const setDeviceTracers = (tracers: TracerProvider | null): void => void (deviceTracers = tracers);
