import { CONSOLE_SPANS_MAX } from '@belfry/schemas/domain/limits';
import type { ConsoleSpan } from '@belfry/schemas/http/service/traces';
import { readUserKey } from '../../lib/session/session-store.ts';

const REPORT_AFTER_MS = 2_000;
const PATH = '/api/traces';

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
  const headers = { Authorization: key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ spans: spans.map(toReport) });
  // Not a call of the console's api: a report must neither be traced itself nor end the session.
  await fetch(PATH, { method: 'POST', headers, body, credentials: 'omit' }).catch(() => undefined);
}

const toReport = ({ traceId, spanId, name, startedAt, durationMs, failed }: EndedSpan): ConsoleSpan => ({
  trace_id: traceId,
  span_id: spanId,
  name,
  age_ms: performance.now() - startedAt,
  duration_ms: durationMs,
  failed,
});
