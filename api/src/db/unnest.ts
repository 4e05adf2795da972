export type Cells = {
  text: string | null;
  uuid: string;
  int4: number | null;
  int8: number | null;
  float4: number | null;
  /** Milliseconds since 1970. */
  timestamptz: number | null;
  bool: boolean;
};
export type ColumnType = keyof Cells;

export type Encode = (type: ColumnType, values: readonly Cells[ColumnType][]) => unknown;

const asArray: Encode = (type, values) =>
  type === 'timestamptz' ? values.map((ms) => (typeof ms === 'number' ? new Date(ms) : null)) : values;

type Columns = Record<string, ColumnType>;
export type UnnestRow<C extends Columns> = { [Name in keyof C]: Cells[C[Name]] };

type Options = {
  /** Number of the first parameter; 1 unless given. */
  first?: number;
  /** Name of an extra column with the position of the row, from 1. */
  ordinality?: string;
  encode?: Encode;
};

/**
 * Rows as one array parameter per column, for statements that write many rows: `sql` goes into the FROM clause,
 * `values` makes its parameters.
 */
export function unnest<const C extends Columns>(
  alias: string,
  columns: C,
  { first = 1, ordinality, encode = asArray }: Options = {},
) {
  const entries = Object.entries<ColumnType>(columns);
  const parameters = entries.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = [...entries.map(([name]) => name), ...(ordinality ? [ordinality] : [])];
  const call = `unnest(${parameters.join(', ')})${ordinality ? ' with ordinality' : ''}`;

  return {
    sql: `${call} as ${alias} (${names.join(', ')})`,
    values: (rows: readonly UnnestRow<C>[]): unknown[] =>
      entries.map(([name, type]) =>
        encode(
          type,
          rows.map((row) => row[name] as Cells[ColumnType]),
        ),
      ),
  };
}
