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
import { z } from 'zod';
import { readCsvRows } from '../../../lib/csv.ts';

/** 50 columns of 4,000 bytes. */
const LINE_BYTES_MAX = 200_000;

/** An empty cell is null and changes nothing. */
const cell = <T extends z.core.$ZodType<unknown, string>>(schema: T) =>
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

/** Reads a CSV file with a head. Throws unprocessable for no such file. */
export async function readCsv(text: string): Promise<ReadFile> {
  const lines: ImportLine[] = [];
  const errors: ImportError[] = [];
  const seen = new Set<string>();
  const shape = {
    columns: IMPORT_COLUMNS,
    required: ['serial'],
    linesMax: IMPORT_LINES_MAX,
    lineBytesMax: LINE_BYTES_MAX,
  };
  const { names, total } = await readCsvRows(text, shape, ({ line, cells }) => {
    const parsed = lineSchema.safeParse(cells);
    if (!parsed.success) {
      const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])).filter(isColumn));
      errors.push(...[...fields].map((field) => invalidCell(line, field, cells[field] ?? '')));
      return;
    }
    if (seen.has(parsed.data.serial)) {
      const reason = 'This serial number is in the file twice';
      errors.push({ line, field: 'serial', code: 'duplicate', reason, value: parsed.data.serial });
      return;
    }
    seen.add(parsed.data.serial);
    lines.push({ ...parsed.data, line });
  });
  return { lines, total, errors, ignored: names.filter((name) => !isColumn(name)) };
}

const isColumn = (name: string): name is ImportColumn => IMPORT_COLUMNS.some((column) => column === name);

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
