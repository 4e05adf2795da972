import { CONSOLE_SPANS_MAX } from '@belfry/schemas/domain/limits';
import { requestOf } from '@belfry/schemas/http/endpoint';
import type { ConsoleSpan } from '@belfry/schemas/http/service/traces';
import { readUserKey } from '../../lib/session/session-store.ts';
import { API_BASES } from '../base/bases.ts';

const REPORT_AFTER_MS = 2_000;

/** Times are milliseconds of performance.now(). */
type EndedSpan = {
  traceId: string;
  spanId: string;
  name: string;
  startedAt: number;
  durationMs: number;
  failed: boolean;
};

let waiting: EndedSpan[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports a call of the console to the api, together with others of the next two seconds. More than 50 are discarded. */
export function queueSpan(span: EndedSpan): void {
  if (waiting.length >= CONSOLE_SPANS_MAX) return;
  waiting.push(span);
  timer ??= setTimeout(() => void report(), REPORT_AFTER_MS);
}

async function report(): Promise<void> {
  const spans = waiting;
  waiting = [];
  timer = undefined;
  const key = readUserKey();
  if (key === null) return;
  await send(spans, key).catch(() => undefined);
}

/** Not a call of the console's api: a report must neither be traced itself nor end the session. */
async function send(spans: readonly EndedSpan[], key: string): Promise<void> {
  // The contract is not part of the first load.
  const { tracesHttp } = await import('@belfry/schemas/http/service/traces');
  const { method, path, body } = requestOf(tracesHttp.store, { spans: spans.map(toReport) });
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  await fetch(`${API_BASES[0]}${path}`, { method, headers, body: JSON.stringify(body), credentials: 'omit' });
}

const toReport = ({ traceId, spanId, name, startedAt, durationMs, failed }: EndedSpan): ConsoleSpan => ({
  trace_id: traceId,
  span_id: spanId,
  name,
  age_ms: performance.now() - startedAt,
  duration_ms: durationMs,
  failed,
});
