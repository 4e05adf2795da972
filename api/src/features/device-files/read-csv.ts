import {
  IMPORT_COLUMNS,
  IMPORT_LINES_MAX,
  IMPORT_VALUE_MAX,
  type ImportColumn,
  type ImportError,
} from '@belfry/schemas/http/devices/files';
import { ADMIN_DEVICE_MODES, adminDeviceModeSchema } from '@belfry/schemas/domain/device';
import { DEVICE_PASS_MAX, MAX_INT4, NOTE_MAX } from '@belfry/schemas/domain/limits';
import { serialSchema } from '@belfry/schemas/domain/serial';
import { splitTags, TAG_MAX, TAGS_MAX, tagsSchema } from '@belfry/schemas/domain/tags';
import { CsvError, parse, type Info } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '../../errors.ts';

const CELL_MAX = 4_000;
const COLUMNS_MAX = 50;

/** An empty cell is null and changes nothing. */
const cell = <T>(schema: z.ZodType<T, string>) =>
  z.union([z.literal('').transform(() => null), z.string().pipe(schema)]).default(null);

const lineSchema = z.object({
  serial: serialSchema,
  pass: cell(z.string().max(DEVICE_PASS_MAX)),
  note: cell(z.string().max(NOTE_MAX)),
  company_id: cell(z.coerce.number<string>().int().min(1).max(MAX_INT4)),
  email: cell(z.email().max(254)),
  tags: cell(z.string().transform(splitTags).pipe(tagsSchema)),
  mode: cell(z.string().toLowerCase().pipe(adminDeviceModeSchema)),
});

/** A valid line; `line` is its number in the file. */
export type ImportLine = z.output<typeof lineSchema> & { line: number };
export type ReadFile = { lines: ImportLine[]; total: number; errors: ImportError[]; ignored: string[] };

type Row = { info: Info; record: Record<string, string> };

/** Reads a CSV file by RFC 4180 with a head; a semicolon is recognised as delimiter, too. Throws unprocessable for no such file. */
export function readCsv(text: string): ReadFile {
  const { rows, names } = parseRows(text, delimiterOf(text));
  if (rows.length === 0) throw unreadable('The file has no lines');
  if (!names.includes('serial')) throw unreadable('The file has no column “serial” in its first line');
  const errors: ImportError[] = [];
  const seen = new Set<string>();
  const lines = rows.flatMap(({ info, record }) => {
    const line = info.lines;
    const cells = cellsOf(record);
    const parsed = lineSchema.safeParse(cells);
    if (!parsed.success) {
      const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])).filter(isColumn));
      errors.push(...[...fields].map((field) => invalidCell(line, field, cells[field] ?? '')));
      return [];
    }
    if (seen.has(parsed.data.serial)) {
      const reason = 'This serial number is in the file twice';
      errors.push({ line, field: 'serial', code: 'duplicate', reason, value: parsed.data.serial });
      return [];
    }
    seen.add(parsed.data.serial);
    return [{ ...parsed.data, line }];
  });
  return { lines, total: rows.length, errors, ignored: names.filter((name) => !isColumn(name)) };
}

/** Spreadsheets of countries with a decimal comma write semicolons. */
function delimiterOf(text: string): ',' | ';' {
  const [head = ''] = text.split('\n', 1);
  return head.includes(';') && !head.includes(',') ? ';' : ',';
}

const isColumn = (name: string): name is ImportColumn => IMPORT_COLUMNS.some((column) => column === name);

/** Trimmed, and without the apostrophe that an export puts before what looks like a formula. */
const cellsOf = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, value.trim().replace(/^'(?=[=+\-@\t\r])/, '')]),
  );

/** What each column takes. */
const ALLOWED: Record<ImportColumn, string> = {
  serial: 'A serial number has 16 digits, as 1234-5678-9012-3456',
  pass: `A pass has ${DEVICE_PASS_MAX} characters at most`,
  note: `A note has ${NOTE_MAX} characters at most`,
  company_id: 'Allowed is the number of an element of the type Device',
  email: 'Allowed is an email address, as name@example.com',
  tags: `Tags are separated by commas, ${TAGS_MAX} at most, each with ${TAG_MAX} characters at most: letters, digits, spaces and . _ : / + -`,
  mode: `Allowed are ${ADMIN_DEVICE_MODES.join(', ')}`,
};

/** Names the value, except of a pass, which is a secret, and what is allowed. */
function invalidCell(line: number, field: ImportColumn, cell: string): ImportError {
  const common = { line, field, code: 'invalid' } as const;
  if (field === 'pass') return { ...common, reason: ALLOWED[field] };
  const value = cell.slice(0, IMPORT_VALUE_MAX);
  return { ...common, value, reason: `“${value}” is not valid. ${ALLOWED[field]}` };
}

function parseRows(text: string, delimiter: string): { rows: Row[]; names: string[] } {
  let names: string[] = [];
  try {
    const rows = parse<Row>(text, {
      bom: true,
      delimiter,
      info: true,
      // Other columns are skipped.
      columns: (head: string[]) => {
        names = head.slice(0, COLUMNS_MAX).map((name) => name.trim().toLowerCase());
        return names.map((name) => isColumn(name) && name);
      },
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: COLUMNS_MAX * CELL_MAX,
      to: IMPORT_LINES_MAX + 1,
    });
    if (rows.length > IMPORT_LINES_MAX) throw unreadable(`A file has ${IMPORT_LINES_MAX} lines at most`);
    return { rows, names };
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(`The file is no valid CSV: ${error.message}`);
    throw error;
  }
}

const unreadable = (message: string): AppError => new AppError('unprocessable', message);
