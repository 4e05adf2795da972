/**
 * Clocks of devices (decision 0003). A device's clock counts as right while it differs from ours by no more than this;
 * past it, times that the device gives are corrected by the difference.
 */
export const CLOCK_TOLERANCE_MS = 120_000;
