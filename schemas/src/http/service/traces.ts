import { z } from 'zod';
import { CONSOLE_SPANS_MAX } from '../../domain/limits.ts';
import { spanIdSchema, traceIdSchema } from '../../domain/trace-context.ts';
import { endpoint } from '../endpoint.ts';

const DAY_MS = 86_400_000;
const milliseconds = z.number().min(0).max(DAY_MS);

/** A call of the console, which has sent these ids in its header `traceparent`. */
const consoleSpanSchema = z.strictObject({
  trace_id: traceIdSchema,
  span_id: spanIdSchema,
  name: z
    .string()
    .regex(/^[A-Za-z]{1,60}$/)
    .describe('the endpoint in the console'),
  age_ms: milliseconds.describe('since its beginning'),
  duration_ms: milliseconds,
  failed: z.boolean(),
});
export type ConsoleSpan = z.infer<typeof consoleSpanSchema>;

export const consoleSpansSchema = z
  .strictObject({ spans: z.array(consoleSpanSchema).min(1).max(CONSOLE_SPANS_MAX) })
  .meta({ id: 'ConsoleSpans' });

export const tracesHttp = {
  store: endpoint({
    method: 'post',
    path: '/traces',
    summary: 'Report calls of the console whose answers had the header `traceresponse`',
    description: 'They are exported as the beginnings of their traces. Without tracing they are discarded.',
    body: consoleSpansSchema,
    answer: null,
    errors: ['rate_limited'],
  }),
};
