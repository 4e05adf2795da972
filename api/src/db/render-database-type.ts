import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'unknown',
  real: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  'timestamp without time zone': 'Date',
  uuid: 'string',
};

const HEADER = `// Written by \`npm run db:types --workspace=api\` from the migrated schema. Do not edit: types of columns are in column-types.ts,
// comments are those of the database.
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

type JsonText<T> = null extends T ? string | null | undefined : string;
type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;
type GeneratedJson<T> = ColumnType<T, JsonText<T> | undefined, JsonText<T>>;

export type Row<Table extends keyof Database> = Selectable<Database[Table]>;
`;

type Column = {
  table: string;
  table_comment: string | null;
  column: string;
  comment: string | null;
  type: string;
  nullable: boolean;
  has_default: boolean;
  computed: boolean;
};

export async function renderDatabaseType(db: Kysely<Database>): Promise<string> {
  const special = namesOfColumnTypes();
  const columns = await findColumns(db);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const unknown = special.difference(new Set(columns.map(({ table, column }) => `${table}.${column}`)));
  if (unknown.size > 0) throw new Error(`column-types.ts has columns that do not exist: ${[...unknown].join(', ')}`);
  const body = [...tables].map(([table, of]) => {
    const lines = of.flatMap((column) => [
      ...commentLines(column.comment, '    '),
      `    ${column.column}: ${typeOf(column, special)};`,
    ]);
    return [...commentLines(of[0]?.table_comment, '  '), `  ${table}: {`, ...lines, '  };'].join('\n');
  });
  return `${HEADER}\n/** Table name → row. */\nexport type Database = {\n${body.join('\n')}\n};\n`;
}

function namesOfColumnTypes(): Set<string> {
  const source = readFileSync(join(import.meta.dirname, 'column-types.ts'), 'utf8');
  return new Set([...source.matchAll(/^ {2}'(\w+\.\w+)':/gm)].map(([, name = '']) => name));
}

function typeOf({ table, column, type, nullable, has_default, computed }: Column, special: Set<string>): string {
  const name = `${table}.${column}`;
  const element = TYPES[type.replace(/\[\]$/, '')];
  if (element === undefined) throw new Error(`${name} has the type ${type}, which has no type here`);
  const value = special.has(name) ? `ColumnTypes['${name}']` : element + (type.endsWith('[]') ? '[]' : '');
  const orNull = nullable && value !== 'unknown' ? `${value} | null` : value;
  if (type === 'jsonb') return has_default ? `GeneratedJson<${orNull}>` : `Json<${orNull}>`;
  if (computed) return `GeneratedAlways<${orNull}>`;
  return has_default ? `Generated<${orNull}>` : orNull;
}

const commentLines = (comment: string | null | undefined, indent: string): string[] =>
  comment ? [`${indent}/** ${comment} */`] : [];

async function findColumns(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, obj_description(c.oid, 'pg_class') as table_comment,
      a.attname as column, col_description(c.oid, a.attnum) as comment, format_type(a.atttypid, null) as type,
      not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' as computed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname !~ '^kysely_' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attnum`.execute(db);
  return rows;
}
