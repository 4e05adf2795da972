/** Stored in Postgres, so that counts survive a restart and replicas share them. */
export type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Date;
};
