import { consoleSpansSchema } from '@belfry/schemas/http/service/traces';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { routeWith } from '../../http/routes/route.ts';
import { recordConsoleSpan } from '../../tracing/remote-spans.ts';
import type { TracesDeps } from './deps.ts';

const route = routeWith<TracesDeps>();

const LIMIT = { hits: 60, windowSeconds: 60 };

export const tracesRoutes = [
  route(
    {
      method: 'post',
      path: '/traces',
      summary: 'Report calls of the console whose answers had the header `traceresponse`',
      description: 'They are exported as the beginnings of their traces. Without tracing they are discarded.',
      access: 'signed-in',
      policy: 'own',
      body: consoleSpansSchema,
      answer: null,
      errors: ['rate_limited'],
    },
    async ({ deps, user, body }) => {
      await countAttempt(deps, [{ key: `console-spans:${user.id}`, ...LIMIT }]);
      const now = Date.now();
      for (const { trace_id: traceId, span_id: spanId, name, age_ms, duration_ms: durationMs, failed } of body.spans)
        recordConsoleSpan(name, { traceId, spanId, startedAt: now - age_ms, durationMs, failed });
    },
  ),
];
