import fc from 'fast-check';

/** The seed of all properties, or `random`. */
export const PROPERTY_SEED = 'PROPERTY_SEED';

/** Values of each property in the gate; the full run tries as many as the property or fast-check says. */
const GATE_RUNS = 20;

// The gate tries the same values in each run, so that a failure belongs to the change; the full run tries new ones as well.
const seed = process.env[PROPERTY_SEED] ?? '20261127';
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed), numRuns: GATE_RUNS });
