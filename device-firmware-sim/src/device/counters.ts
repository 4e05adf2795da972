/** Counters that all devices of a fleet share. */
export type Counters = {
  connected: number;
  /** Metrics that were sent for the first time, and those that were sent again. */
  sent: number;
  resent: number;
  /** Metrics that the server has committed. */
  acknowledged: number;
  /** Metrics that became too old in a journal. */
  dropped: number;
  /** All published MQTT messages, including metrics. */
  published: number;
  commandsOk: number;
  commandsFailed: number;
  /** Commands that had expired when they arrived. */
  commandsExpired: number;
  /** Invalid payloads from the server. */
  invalidPayloads: number;
  reconnects: number;
};

export const newCounters = (): Counters => ({
  connected: 0,
  sent: 0,
  resent: 0,
  acknowledged: 0,
  dropped: 0,
  published: 0,
  commandsOk: 0,
  commandsFailed: 0,
  commandsExpired: 0,
  invalidPayloads: 0,
  reconnects: 0,
});
