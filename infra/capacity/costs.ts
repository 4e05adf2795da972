export type Costs = {
  /** Records a second that one api stores through the bundled broker, each on one core. */
  ingestPerS: number;
  /** Microseconds of processor time per stored record, of everything that belongs to it. */
  brokerUs: number;
  apisUs: number;
  postgresUs: number;
  /** Bytes per stored record. */
  walBytes: number;
  tableBytes: number;
  /** Bytes of the bundled broker's memory per connected device. */
  connectionBytes: number;
  /** Devices a second that the bundled broker connects again. */
  reconnectsPerS: number;
  /** Seconds until 10,000 programmes are compiled and announced, by one api. */
  compile10kS: number;
};

/** Measured in November 2026 on two cores of an AMD EPYC with 24 GiB; a plan is right within a factor of two on other machines. */
export const COSTS: Costs = {
  ingestPerS: 71_124,
  brokerUs: 141,
  apisUs: 78.1,
  postgresUs: 57.4,
  walBytes: 1_022,
  tableBytes: 156,
  connectionBytes: 23_176,
  reconnectsPerS: 6_028,
  compile10kS: 2.3,
};
