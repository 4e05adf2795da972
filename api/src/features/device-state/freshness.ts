import { CLOCK_TOLERANCE_MS } from './clock.ts';

const tolerance = `interval '${CLOCK_TOLERANCE_MS} ms'`;

/**
 * An SQL condition: whether a message of the time `incoming` may replace the stored one of the time `stored`, both by the
 * clock of the device. An older message may not, except when
 * - the stored time is in the future: the clock was wrong then and has been corrected;
 * - the message is `live` and its clock went back further than messages can be out of order: the clock was reset.
 */
export const isFresh = ({
  stored,
  incoming,
  received,
  live,
}: Record<'stored' | 'incoming' | 'received' | 'live', string>): string =>
  `(${stored} is null or ${incoming} >= ${stored} or ${stored} > ${received} + ${tolerance}
    or (${live} and ${stored} - ${incoming} > ${tolerance}))`;
