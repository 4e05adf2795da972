/** The share of the quotas that an account has until an administrator confirms it. */
const NEW_ACCOUNT_SHARE = 0.1;

/** How many of `most` an account may have, one at least; see USER-24. */
export const quotaOfAccount = (most: number, { full_quotas }: { full_quotas: boolean }): number =>
  full_quotas ? most : Math.max(1, Math.floor(most * NEW_ACCOUNT_SHARE));
