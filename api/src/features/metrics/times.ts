export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the step that contains an instant; steps are counted from 1970, so hours and days are those of UTC. */
export const floorTo = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs;
export const ceilTo = (ms: number, stepMs: number): number => Math.ceil(ms / stepMs) * stepMs;
