/** `counted`: the ended attempts, of which `failures` failed; `open`: the attempts that have not ended. */
type Outcomes = { counted: number; failures: number; open: number };

/** For products of floating-point numbers: 0.29 × 100 is a little less than 29. */
const ROUNDING = 1e-9;

/** Whether more attempts than allowed fail even if all open ones succeed. A maximum of 1 allows every failure. */
export const exceedsErrorRate = (maxErrorRate: number, { counted, failures, open }: Outcomes): boolean =>
  maxErrorRate < 1 && failures > maxErrorRate * (counted + open) + ROUNDING;

export const describeErrorRate = ({ counted, failures }: Pick<Outcomes, 'counted' | 'failures'>): string =>
  `${failures} of ${counted} devices failed (${Math.round((failures / counted) * 100)} %), which is more than allowed`;
