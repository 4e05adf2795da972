import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import { contextOf } from './spans.ts';
import { remoteServices } from './state.ts';

const SCOPE = 'belfry';

type Timing = { startedAt: number; durationMs: number; failed: boolean };

/** Records that a device has executed a command: `traceparent` is what it received, times are milliseconds since 1970. */
export function recordDeviceSpan(
  name: string,
  { traceparent, attributes, ...timing }: Timing & { traceparent: string; attributes: Attributes },
): void {
  const tracer = remoteServices()?.device.getTracer(SCOPE);
  const { startedAt: startTime } = timing;
  if (tracer)
    end(tracer.startSpan(name, { kind: SpanKind.CONSUMER, startTime, attributes }, contextOf(traceparent)), timing);
}

/** Records a call of the console under the ids that it has sent with the call, as the root of its trace. */
export function recordConsoleSpan(
  name: string,
  { traceId, spanId, ...timing }: Timing & { traceId: string; spanId: string },
): void {
  const other = remoteServices()?.console;
  if (!other) return;
  other.useIds({ traceId, spanId });
  const options = { kind: SpanKind.CLIENT, startTime: timing.startedAt, root: true };
  end(other.provider.getTracer(SCOPE).startSpan(name, options, ROOT_CONTEXT), timing);
}

function end(span: Span, { startedAt, durationMs, failed }: Timing): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(startedAt + durationMs);
}
