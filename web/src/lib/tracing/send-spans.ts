import { BACKGROUND_HEADER } from '@belfry/schemas/domain/session';
import { requestOf } from '@belfry/schemas/http/endpoint';
import { tracesHttp, type ConsoleSpan } from '@belfry/schemas/http/service/traces';

/** Times are milliseconds of performance.now(). */
export type EndedSpan = {
  traceId: string;
  spanId: string;
  name: string;
  startedAt: number;
  durationMs: number;
  failed: boolean;
};

const toReport = ({ traceId, spanId, name, startedAt, durationMs, failed }: EndedSpan): ConsoleSpan => ({
  trace_id: traceId,
  span_id: spanId,
  name,
  age_ms: performance.now() - startedAt,
  duration_ms: durationMs,
  failed,
});

/**
 * Sends spans to the api with a user key. Not a call of the console's api: a report must neither be traced itself nor end the session.
 * @throws where the api cannot be reached
 */
export async function sendSpans(spans: readonly EndedSpan[], key: string): Promise<void> {
  const { method, path, body } = requestOf(tracesHttp.store, { spans: spans.map(toReport) });
  const headers = { Authorization: key, 'Content-Type': 'application/json', [BACKGROUND_HEADER]: '1' };
  await fetch(`/api${path}`, { method, headers, body: JSON.stringify(body), credentials: 'omit' });
}
