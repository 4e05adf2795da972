import { CONSOLE_SPANS_MAX } from '@belfry/schemas/domain/limits';
import { readUserKey } from '../session/session-store.ts';
import type { EndedSpan } from './send-spans.ts';

/** One call of the console, with which a trace begins. */
type CallSpan = {
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

const REPORT_AFTER_MS = 2_000;

let waiting: EndedSpan[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports a call of the console to the api, together with others of the next two seconds. More than 50 are discarded. */
function queueSpan(span: EndedSpan): void {
  if (waiting.length >= CONSOLE_SPANS_MAX) return;
  waiting.push(span);
  timer ??= setTimeout(() => void report().catch(() => undefined), REPORT_AFTER_MS);
}

async function report(): Promise<void> {
  const spans = waiting;
  waiting = [];
  timer = undefined;
  const key = readUserKey();
  if (key === null) return;
  const { sendSpans } = await import('./send-spans.ts');
  await sendSpans(spans, key);
}
