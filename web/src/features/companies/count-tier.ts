/** From how many nested companies a badge takes its next colour (specification 002 §9). */
export const COUNT_TIERS = [5, 15, 30, 60, 120, 300, 1_000] as const;

/** How many tiers a count has reached: 0 below the first, 7 from the last on. */
export const tierOf = (count: number): number => COUNT_TIERS.filter((least) => count >= least).length;
