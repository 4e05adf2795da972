export type SentCounters = {
  /** Records that were sent for the first time, and those that were sent again. */
  sent: number;
  resent: number;
  acknowledged: number;
  dropped: number;
};

/** Counters that all devices of a fleet share. Those of records are of metrics; receipts and inputs have their own. */
export type Counters = SentCounters & {
  receipts: SentCounters;
  inputs: SentCounters;
  connected: number;
  /** All published MQTT messages, including metrics. */
  published: number;
  commandsOk: number;
  commandsFailed: number;
  commandsExpired: number;
  invalidPayloads: number;
  reconnects: number;
};

const newSentCounters = (): SentCounters => ({ sent: 0, resent: 0, acknowledged: 0, dropped: 0 });

export const newCounters = (): Counters => ({
  ...newSentCounters(),
  receipts: newSentCounters(),
  inputs: newSentCounters(),
  connected: 0,
  published: 0,
  commandsOk: 0,
  commandsFailed: 0,
  commandsExpired: 0,
  invalidPayloads: 0,
  reconnects: 0,
});
