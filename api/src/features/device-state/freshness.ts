import { CLOCK_TOLERANCE_MS } from './clock.ts';

const tolerance = `interval '${CLOCK_TOLERANCE_MS} ms'`;

/**
 * SQL: whether what was said at `said` may replace what was said at `stored`, both by the device's clock. Not when it is
 * older, except
 * - the stored time lies in the future: a clock was wrong then and is right now;
 * - it was said just now (`live`) by a clock that went back further than messages are ever out of order.
 */
export const isFresh = ({
  stored,
  incoming,
  received,
  live,
}: Record<'stored' | 'incoming' | 'received' | 'live', string>): string =>
  `(${stored} is null or ${incoming} >= ${stored} or ${stored} > ${received} + ${tolerance}
    or (${live} and ${stored} - ${incoming} > ${tolerance}))`;
