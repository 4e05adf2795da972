/** In Postgres, so that a restart does not forgive and replicas count together. */
export type RateLimitsTable = {
  key: string;
  hits: number;
  resets_at: Date;
};
