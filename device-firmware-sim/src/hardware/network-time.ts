import type { ReportedClock } from '@belfry/schemas/domain/clock';

/** Error of the device's clock; null where no time service tells it. */
export type NetworkTime = () => ReportedClock | null;

/** A simulated time service does not set a clock that is further off. */
const SET_WITHIN_MS = 1_000;

/** @param skewMs by how much the clock of the device is ahead */
export const simulatedNetworkTime = (skewMs: number): NetworkTime => {
  const synchronised = Math.abs(skewMs) < SET_WITHIN_MS;
  const report = { clock_offset_ms: synchronised ? skewMs : null, clock_synchronised: synchronised };
  return () => report;
};
