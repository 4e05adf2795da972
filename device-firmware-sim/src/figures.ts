import type { Counters } from './counters.ts';

/** What a fleet shows of itself. */
export type Figures = Counters & {
  devices: number;
  /** Metrics that the server has not acknowledged yet, over all devices. */
  journal: number;
};

/** One line for people; `perSecond` is how many metrics went out in the last second. */
export const figuresLine = (figures: Figures, perSecond: number): string =>
  [
    `connected ${figures.connected}/${figures.devices}`,
    `sent ${figures.sent} (${perSecond}/s)`,
    `acknowledged ${figures.acknowledged}`,
    `journal ${figures.journal}`,
    `commands ${figures.commandsOk} ok ${figures.commandsFailed} failed`,
    `reconnects ${figures.reconnects}`,
  ].join(' · ');

/** Gives a line a second to `print`; the answer ends it. */
export function startFigures(figures: () => Figures, print: (line: string) => void): () => void {
  let before = figures().sent;
  const timer = setInterval(() => {
    const now = figures();
    print(figuresLine(now, now.sent - before));
    before = now.sent;
  }, 1_000);
  return () => clearInterval(timer);
}
