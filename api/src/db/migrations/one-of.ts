import { sql, type RawBuilder } from 'kysely';

/** The words of a check constraint: `('a', 'b')`. For constants of ours only. */
export const oneOf = (words: readonly string[]): RawBuilder<unknown> =>
  sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`);
