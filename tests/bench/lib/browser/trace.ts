import type { Browser, Page } from '@playwright/test';

/** What Chromium's tracing recorded of one page. */
export interface Trace {
  /** Duration of the longest task of the main thread, in ms. */
  longestTaskMs: number;
  /** Animation frames that the main thread ran, per second. */
  framesPerS: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  args: { name?: string; data?: { frame?: string } };
}

const CATEGORIES = ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'];

/** Traces a page for some time, while it asks for each animation frame. */
export async function tracePage(browser: Browser, page: Page, ms: number): Promise<Trace> {
  await page.evaluate(requestEveryFrame);
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.waitForTimeout(ms);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return summariseTrace(traceEvents, ms);
}

function requestEveryFrame(): void {
  const next = (): void => {
    requestAnimationFrame(next);
  };
  next();
}

/** Only the process whose main thread ran animation frames is the page; tracing records all processes of the browser. */
function summariseTrace(events: readonly TraceEvent[], ms: number): Trace {
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame');
  const main = frames[0];
  if (!main) throw new Error('the trace has no animation frame');
  const tasks = events.filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid);
  const longest = tasks.reduce((most, { dur = 0 }) => Math.max(most, dur), 0);
  const own = frames.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  return { longestTaskMs: longest / 1_000, framesPerS: (own.length * 1_000) / ms };
}
