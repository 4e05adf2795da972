/**
 * Clocks of devices; see MQTT-12. A device's clock counts as right while it differs from ours by no more than this;
 * past it, times that the device gives are corrected by the difference.
 */
export const CLOCK_TOLERANCE_MS = 120_000;

/** A device's times are corrected by no more than this: with the year 9999 for a clock, the result would be no timestamp. */
export const MAX_CLOCK_CORRECTION_MS = 100 * 365 * 86_400_000;
