/** Numbers of nested companies at which the badge changes its colour; see TREE-25. */
export const COUNT_TIERS = [5, 15, 30, 60, 120, 300, 1_000] as const;

/** The tier of a count: 0 below the first threshold, 7 from the last one on. */
export const tierOf = (count: number): number => COUNT_TIERS.filter((least) => count >= least).length;
