import { tracesHttp } from '@belfry/schemas/http/service/traces';
import { countAttempt } from '../../../http/rate-limit/rate-limit.ts';
import { recordConsoleSpan } from '../../../tracing/remote-spans.ts';
import { serve } from '../../../serve.ts';

const LIMIT = { hits: 60, windowSeconds: 60 };

export const tracesRoutes = [
  serve(tracesHttp.store, { access: 'signed-in', policy: 'own' }, async ({ deps, user, body }) => {
    await countAttempt(deps, [{ key: `console-spans:${user.id}`, ...LIMIT }]);
    const now = Date.now();
    for (const { trace_id: traceId, span_id: spanId, name, age_ms, duration_ms: durationMs, failed } of body.spans)
      recordConsoleSpan(name, { traceId, spanId, startedAt: now - age_ms, durationMs, failed });
  }),
];
