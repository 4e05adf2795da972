import { propagation, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setDeviceTracers } from '../../tracing/spans.ts';
import { type DeviceResponse, recordExecutions } from './responses.ts';
import { responseChange } from './delivery.ts';
import { ID, responseOf, SERIAL } from './testing/delivery-writer-harness.ts';

const TRACE_ID = '1234567890abcdef1234567890abcdef';
const traceparent = `00-${TRACE_ID}-00000000000000c1-01`;
const OTHER = '9999-9999-9999-9999';
const NOW = Date.parse('2026-11-02T08:00:00Z');

const exporter = new InMemorySpanExporter();

beforeEach(() => {
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  setDeviceTracers(provider);
});
afterEach(() => {
  setDeviceTracers(null);
  exporter.reset();
  propagation.disable();
});

const issued = { findNames: vi.fn(() => Promise.resolve(new Map([[ID, 'set_volume'] as const]))) };
const settledBy = ({ serial, message, receivedAt }: DeviceResponse) =>
  responseChange('set_volume', serial, message, receivedAt);

async function recorded(...arrived: DeviceResponse[]) {
  const responses = arrived.map((response) => Object.assign({}, response, { receivedAt: NOW }));
  await recordExecutions(responses, responses.slice(-1).map(settledBy), issued);
  return exporter.getFinishedSpans();
}
const msOf = ([seconds, nanoseconds]: readonly [number, number]): number => seconds * 1_000 + nanoseconds / 1e6;

describe('what a device has executed', () => {
  it('is a span of its trace that ends when the response arrived, with the command and the device', async () => {
    const [span] = await recorded(responseOf({ traceparent, execution_time_ms: 300 }));
    expect(span).toMatchObject({
      name: 'execute set_volume',
      attributes: { 'belfry.command': 'set_volume', 'belfry.device.serial': SERIAL },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(span?.spanContext().traceId).toBe(TRACE_ID);
    expect([span?.startTime, span?.endTime].map((time) => time && msOf(time))).toEqual([NOW - 300, NOW]);
  });

  it('took no time where the device has not measured it, and has failed unless it succeeded', async () => {
    for (const success of [false, null]) {
      const [span] = await recorded(responseOf({ traceparent, success }));
      expect(span?.status.code).toBe(SpanStatusCode.ERROR);
      expect(span && msOf(span.startTime)).toBe(NOW);
      exporter.reset();
    }
  });

  it('is no span for a phase that is not final, without a trace, and where it has settled nothing', async () => {
    expect(await recorded(responseOf({ traceparent, phase: 'accepted', success: null }))).toEqual([]);
    expect(await recorded(responseOf({}))).toEqual([]);
    expect(await recorded(responseOf({ traceparent }, OTHER), responseOf({}))).toEqual([]);
    expect(await recorded(responseOf({ traceparent, correlation_id: crypto.randomUUID() }))).toEqual([]);
  });

  it('is not looked up where nothing was settled or nothing is traced', async () => {
    issued.findNames.mockClear();
    await recordExecutions([responseOf({ traceparent })], [], issued);
    setDeviceTracers(null);
    await recorded(responseOf({ traceparent }));
    expect(issued.findNames).not.toHaveBeenCalled();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
