import { CONSOLE_SPANS_MAX } from '@belfry/schemas/domain/limits';
import { readUserKey } from '../session/session-store.ts';

const REPORT_AFTER_MS = 2_000;

/** Times are milliseconds of performance.now(). */
export type EndedSpan = {
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
