/** Runs one round of one contender. Resolves with the measured value in the row's unit. */
export type Round = () => Promise<number>;

export interface Contender {
  name: string;
  round: Round;
}

/**
 * A target for the value of `ours` (or of the contender in `of`): a ratio to another contender's value in the same
 * round, or an absolute bound.
 */
export type Target = { of?: string } & (
  | { against: string; atLeast: number }
  | { against: string; atMost: number }
  | { atMost: number; unit: string }
);

export interface Measurement {
  title: string;
  unit: string;
  ours: string;
  contenders: Contender[];
  targets: Target[];
  notes: string[];
  rounds: number;
  /** False when a round is long enough to include its own warm-up. */
  warmUp?: false;
  stop(): Promise<void>;
}

/** One benchmark: prepares its contenders, which the runner measures in interleaved rounds. */
export interface Row {
  name: string;
  prepare(): Promise<Measurement>;
}
