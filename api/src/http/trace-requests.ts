import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { activeTraceparent, contextOf, startSpan } from '../tracing/spans.ts';

/** The readiness checks of a load balancer would be most of the traces. */
const UNTRACED = /^\/health\//;

/**
 * Continues the trace of the header `traceparent`, or begins one. The answer names it in `traceresponse`, which tells the console that
 * its calls are traced. The span has the path of the route, not the requested one, which may contain names and one-time tokens.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  if (UNTRACED.test(req.path)) return next();
  const parent = contextOf(req.get('traceparent'));
  const { method } = req;
  const span = startSpan(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } }, parent);
  res.once('close', () => {
    const route: unknown = res.locals['route'];
    if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', res.statusCode);
    if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), () => {
    const traceparent = activeTraceparent();
    if (traceparent !== undefined) res.setHeader('traceresponse', traceparent);
    next();
  });
};
