/** What one round of one contender yielded, in the row's unit. */
export type Round = () => Promise<number>;

export interface Contender {
  name: string;
  /** Rounds of a slow contender may be fewer. */
  round: Round;
}

/**
 * A demand on our figure: its ratio to another contender's in the same round, or a bound on the figure itself. `of`
 * names another contender of ours that the demand is about.
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
  /** False where a round is so long that its own beginning warms up. */
  warmUp?: false;
  stop(): Promise<void>;
}

/** One line of the table: sets its contenders up, measured by the runner in interleaved rounds. */
export interface Row {
  name: string;
  prepare(): Promise<Measurement>;
}
