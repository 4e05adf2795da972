// Loaded beforehand, because stopped timers do not wait for a dynamic import.
import './send-spans.ts';
import { consoleSpansSchema } from '@belfry/schemas/http/service/traces';
import { traceparentSchema } from '@belfry/schemas/domain/trace-context';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearSession, writeSession } from '../session/session-store.ts';
import { startCallSpan } from './call-span.ts';

const reports: { url: string; body: unknown; key: string | null }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  reports.length = 0;
  writeSession({ user_id: 7, role: 'admin' }, 'the-key');
  vi.stubGlobal('fetch', async (url: string, { body, headers }: { body: string; headers: HeadersInit }) => {
    reports.push({ url, body: JSON.parse(body), key: new Headers(headers).get('Authorization') });
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearSession();
});

const answer = (traceresponse?: string): Response =>
  new Response(null, { headers: traceresponse === undefined ? {} : { traceresponse } });
const TRACED = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

it('gives each call a trace of its own', () => {
  const [one, two] = [startCallSpan('sendCommand'), startCallSpan('sendCommand')];
  expect(traceparentSchema.parse(one.traceparent)).not.toBe(traceparentSchema.parse(two.traceparent));
});

it('reports calls whose answers are traced, together and with their ids', async () => {
  const spans = [startCallSpan('sendCommand'), startCallSpan('listDevices')];
  await vi.advanceTimersByTimeAsync(300);
  spans[0]?.end(answer(TRACED), false);
  spans[1]?.end(answer(TRACED), true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatchObject({ url: '/api/traces', key: 'the-key' });
  const { spans: sent } = consoleSpansSchema.parse(reports[0]?.body);
  expect(sent.map(({ trace_id, span_id }) => `00-${trace_id}-${span_id}-01`)).toEqual(
    spans.map(({ traceparent }) => traceparent),
  );
  expect(sent[0]).toMatchObject({ name: 'sendCommand', duration_ms: 300, age_ms: 2_300, failed: false });
  expect(sent[1]).toMatchObject({ name: 'listDevices', failed: true });
});

it.each([
  ['not traced', answer()],
  ['not sampled', answer(TRACED.replace(/1$/, '0'))],
  ['lost', undefined],
])('reports nothing of a call that is %s', async (_name, response) => {
  startCallSpan('sendCommand').end(response, false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reports).toEqual([]);
});

it('reports nothing after the user has signed out', async () => {
  startCallSpan('sendCommand').end(answer(TRACED), false);
  clearSession();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reports).toEqual([]);
});
