import { boolArray, float4Array, instantArray, int4Array, int8Array, textArray } from './binary-arrays.ts';

type Cells = {
  text: string | null;
  /** Sent as text and cast, because there is no encoder for its binary format. */
  uuid: string;
  int4: number | null;
  int8: number | null;
  float4: number | null;
  /** Milliseconds since 1970. */
  timestamptz: number | null;
  bool: boolean;
};
type ColumnType = keyof Cells;

const ENCODE: { [T in ColumnType]: (values: readonly Cells[T][]) => Buffer } = {
  text: textArray,
  uuid: textArray,
  int4: int4Array,
  int8: int8Array,
  float4: float4Array,
  timestamptz: instantArray,
  bool: boolArray,
};
const CASTS: Partial<Record<ColumnType, string>> = { uuid: '::text[]::uuid[]' };

type Columns = Record<string, ColumnType>;
export type UnnestRow<C extends Columns> = { [Name in keyof C]: Cells[C[Name]] };

type Options = {
  /** Number of the first parameter; 1 unless given. */
  first?: number;
  /** Name of an extra column with the position of the row, from 1. */
  ordinality?: string;
};

/**
 * Rows as one array parameter per column, for statements that write many rows: `sql` goes into the FROM clause,
 * `values` makes its parameters.
 */
export function unnest<const C extends Columns>(alias: string, columns: C, { first = 1, ordinality }: Options = {}) {
  const entries = Object.entries<ColumnType>(columns);
  const parameters = entries.map(([, type], index) => `$${first + index}${CASTS[type] ?? `::${type}[]`}`);
  const names = [...entries.map(([name]) => name), ...(ordinality ? [ordinality] : [])];
  const call = `unnest(${parameters.join(', ')})${ordinality ? ' with ordinality' : ''}`;

  return {
    sql: `${call} as ${alias} (${names.join(', ')})`,
    values: (rows: readonly UnnestRow<C>[]): Buffer[] =>
      entries.map(([name, type]) => {
        const encode = ENCODE[type] as (values: readonly unknown[]) => Buffer;
        return encode(rows.map((row) => row[name]));
      }),
  };
}
