/**
 * The largest difference between the clock of a device and that of the server that is tolerated; see MQTT-12. With a
 * larger one, timestamps of the device are corrected by the difference.
 */
export const CLOCK_TOLERANCE_MS = 120_000;

/** The largest correction. A clock in the year 9999 would otherwise move timestamps out of the range of Postgres. */
export const MAX_CLOCK_CORRECTION_MS = 100 * 365 * 86_400_000;

const tolerance = `interval '${CLOCK_TOLERANCE_MS} ms'`;

/**
 * An SQL condition: whether a message of the time `incoming` may replace the stored one of the time `stored`, both by the
 * clock of the device. An older message may not, except when
 * - the stored time is in the future: the clock was wrong then and has been corrected;
 * - the message is `live` and its clock went back further than messages can be out of order: the clock was reset.
 */
export const mayReplace = ({
  stored: previous,
  incoming,
  received,
  live,
}: Record<'stored' | 'incoming' | 'received' | 'live', string>): string =>
  `(${previous} is null or ${incoming} >= ${previous} or ${previous} > ${received} + ${tolerance}
    or (${live} and ${previous} - ${incoming} > ${tolerance}))`;
