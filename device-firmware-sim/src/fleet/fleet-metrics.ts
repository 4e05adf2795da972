import type { Counters } from '../device/counters.ts';

export type FleetMetrics = Counters & {
  devices: number;
  journal: number;
};

/** Formats one line; `perSecond` is the number of metrics sent in the last second. */
export const formatFleetMetrics = (metrics: FleetMetrics, perSecond: number): string =>
  [
    `connected ${metrics.connected}/${metrics.devices}`,
    `sent ${metrics.sent} (${perSecond}/s)`,
    `acknowledged ${metrics.acknowledged}`,
    `journal ${metrics.journal}`,
    `commands ${metrics.commandsOk} ok ${metrics.commandsFailed} failed`,
    `reconnects ${metrics.reconnects}`,
  ].join(' · ');

/** Calls `print` with a line every second; returns a function that stops it. */
export function startMetricsPrinter(metrics: () => FleetMetrics, print: (line: string) => void): () => void {
  let before = metrics().sent;
  const timer = setInterval(() => {
    const now = metrics();
    print(formatFleetMetrics(now, now.sent - before));
    before = now.sent;
  }, 1_000);
  return () => clearInterval(timer);
}
