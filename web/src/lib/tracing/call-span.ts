import { queueSpan } from './span-reports.ts';

/** One call of the console, with which a trace begins. */
export type CallSpan = {
  /** For the header of the call: version 00 of W3C Trace Context, sampled. */
  traceparent: string;
  /** Reports the call if its answer says that it is traced. */
  end(response: Response | undefined, failed: boolean): void;
};

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const SAMPLED = /-[0-9a-f][13579bdf]$/;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function startCallSpan(endpoint: string): CallSpan {
  const traceId = randomHex(TRACE_ID_BYTES);
  const spanId = randomHex(SPAN_ID_BYTES);
  const startedAt = performance.now();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end(response, failed) {
      if (!SAMPLED.test(response?.headers.get('traceresponse') ?? '')) return;
      queueSpan({ traceId, spanId, name: endpoint, startedAt, durationMs: performance.now() - startedAt, failed });
    },
  };
}
