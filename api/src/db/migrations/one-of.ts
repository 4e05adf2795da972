import { sql, type RawBuilder } from 'kysely';

/** The values of a check constraint: `('a', 'b')`. They are not escaped, so they must be constants. */
export const oneOf = (values: readonly string[]): RawBuilder<unknown> =>
  sql.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);
