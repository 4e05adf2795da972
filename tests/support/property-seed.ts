import fc from 'fast-check';

/** The seed of all properties, or `random`. */
export const PROPERTY_SEED = 'PROPERTY_SEED';

// The gate tries the same values in each run, so that a failure belongs to the change; the full run tries new ones as well.
const seed = process.env[PROPERTY_SEED] ?? '20261127';
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) });
