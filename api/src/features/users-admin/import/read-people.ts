import { emailSchema } from '@belfry/schemas/domain/email';
import { phoneSchema } from '@belfry/schemas/domain/phone';
import { roleSchema } from '@belfry/schemas/domain/roles';
import { USERS_IMPORT_COLUMNS, USERS_IMPORT_LINES_MAX, type UsersImportError } from '@belfry/schemas/http/users/import';
import { nameSchema } from '@belfry/schemas/http/users/users';
import { CsvError, parse, type Info } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { isLanguage } from '../../lookups/index.ts';

const RECORD_MAX = 10_000;
const COLUMNS_MAX = 50;

/** An empty cell is the default. */
const optional = <T, D>(schema: z.ZodType<T>, otherwise: D) =>
  z.union([z.literal('').transform(() => otherwise), schema]).default(otherwise as never);

const personSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  phone: optional(phoneSchema, null),
  role: optional(z.string().toLowerCase().pipe(roleSchema), 'user' as const),
  lang: optional(z.string().toLowerCase().refine(isLanguage, 'There is no language with this code'), 'en'),
});

/** A valid line; `line` is its number in the file. */
export type Person = z.output<typeof personSchema> & { line: number };
export type ReadPeople = { people: Person[]; total: number; errors: UsersImportError[] };

/** Reads people from CSV by RFC 4180 with a head; a semicolon is recognised as delimiter, too. Throws unprocessable for no such file. */
export function readPeople(text: string): ReadPeople {
  const rows = parseRows(text);
  if (rows.length === 0) throw unreadable('The file has no lines');
  const errors: UsersImportError[] = [];
  const seen = new Set<string>();
  const people = rows.flatMap(({ info: { lines: line }, record }) => {
    const parsed = personSchema.safeParse(cellsOf(record));
    if (!parsed.success) {
      errors.push(
        ...parsed.error.issues.map(({ path, message }) => ({ line, field: String(path[0]), reason: message })),
      );
      return [];
    }
    const { email, phone } = parsed.data;
    for (const [field, key] of [
      ['email', email.toLowerCase()],
      ['phone', phone],
    ] as const) {
      if (key === null) continue;
      if (seen.has(key)) {
        errors.push({ line, field, reason: `This ${field} is in the file twice` });
        return [];
      }
      seen.add(key);
    }
    return [{ ...parsed.data, line }];
  });
  return { people, total: rows.length, errors };
}

/** Trimmed, and without the apostrophe that an export puts before what looks like a formula, such as a phone. */
const cellsOf = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value.trim().replace(/^'(?=[=+\-@\t\r])/, '')]),
  );

type Row = { info: Info; record: Record<string, string> };

function parseRows(text: string): Row[] {
  const [head = ''] = text.split('\n', 1);
  let names: string[] = [];
  try {
    const rows = parse<Row>(text, {
      bom: true,
      delimiter: head.includes(';') && !head.includes(',') ? ';' : ',',
      info: true,
      columns: (cells: string[]) => {
        names = cells.slice(0, COLUMNS_MAX).map((name) => name.trim().toLowerCase());
        // Other columns are skipped.
        return names.map((name) => USERS_IMPORT_COLUMNS.some((column) => column === name) && name);
      },
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: RECORD_MAX,
      to: USERS_IMPORT_LINES_MAX + 1,
    });
    if (rows.length > USERS_IMPORT_LINES_MAX) throw unreadable(`A file has ${USERS_IMPORT_LINES_MAX} lines at most`);
    for (const column of ['name', 'email'])
      if (!names.includes(column)) throw unreadable(`The file has no column “${column}” in its first line`);
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is no valid CSV: ${error.message}`);
    throw error;
  }
}

const unreadable = (message: string): AppError => new AppError('unprocessable', message);
