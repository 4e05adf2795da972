/**
 * The largest difference between the clock of a device and that of the server that is tolerated; see MQTT-12. With a
 * larger one, timestamps of the device are corrected by the difference.
 */
export const CLOCK_TOLERANCE_MS = 120_000;

/** The largest correction. A clock in the year 9999 would otherwise move timestamps out of the range of Postgres. */
export const MAX_CLOCK_CORRECTION_MS = 100 * 365 * 86_400_000;
