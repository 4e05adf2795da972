/** Numbers of nested companies at which the badge changes its colour; see TREE-25. */
export const COUNT_TIERS = [5, 15, 30, 60, 120, 300, 1_000] as const;

/** How many tiers a count has reached: 0 below the first, 7 from the last on. */
export const tierOf = (count: number): number => COUNT_TIERS.filter((least) => count >= least).length;
