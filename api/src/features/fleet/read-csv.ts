import {
  IMPORT_COLUMNS,
  IMPORT_LINES_MAX,
  IMPORT_VALUE_MAX,
  type ImportColumn,
  type ImportError,
} from '@belfry/schemas/http/fleet/files';
import { ADMIN_DEVICE_MODES, adminDeviceModeSchema } from '@belfry/schemas/domain/device';
import { DEVICE_PASS_MAX, MAX_INT4, NOTE_MAX } from '@belfry/schemas/domain/limits';
import { emailSchema } from '@belfry/schemas/domain/email';
import { readSerial } from '@belfry/schemas/domain/serial';
import { splitTags, TAG_MAX, TAGS_MAX, tagsSchema } from '@belfry/schemas/domain/tags';
import { hasThousands, isRounded, withoutHidden } from '@belfry/schemas/domain/typed-number';
import { z } from 'zod';
import { readCsvRows, SURPLUS_REASON } from '../../lib/read-csv-rows.ts';

/** 50 columns of 4,000 bytes. */
const LINE_BYTES_MAX = 200_000;

/** An empty cell is null and changes nothing. */
const cell = <T extends z.core.$ZodType<unknown, string>>(schema: T) =>
  z.union([z.literal('').transform(() => null), z.string().pipe(schema)]).default(null);

const typedSerial = z.string().transform((text, context) => {
  const serial = readSerial(text);
  if (serial !== null) return serial;
  context.addIssue({ code: 'custom', message: 'not a serial number' });
  return z.NEVER;
});
/** A number as spreadsheets write it: behind an apostrophe, with blanks between thousands. */
const typedNumber = z
  .string()
  .transform((text) => withoutHidden(text).replaceAll(/['\s]/g, ''))
  .pipe(z.string().regex(/^\d+$/));

const lineSchema = z.object({
  serial: typedSerial,
  pass: cell(z.string().max(DEVICE_PASS_MAX)),
  note: cell(z.string().max(NOTE_MAX)),
  company_id: cell(typedNumber.pipe(z.coerce.number<string>().int().min(1).max(MAX_INT4))),
  email: cell(emailSchema),
  tags: cell(z.string().transform(splitTags).pipe(tagsSchema)),
  mode: cell(z.string().toLowerCase().pipe(adminDeviceModeSchema)),
});

export type ImportLine = z.output<typeof lineSchema> & { line: number };
export type ReadFile = { lines: ImportLine[]; total: number; errors: ImportError[]; ignored: string[] };

/** Reads a CSV file with a head. Throws unprocessable for no such file. */
export async function readCsv(text: string): Promise<ReadFile> {
  const lines: ImportLine[] = [];
  const errors: ImportError[] = [];
  const seen = new Set<string>();
  const asNumbers: ImportLine[] = [];
  const shape = {
    columns: IMPORT_COLUMNS,
    required: ['serial'],
    linesMax: IMPORT_LINES_MAX,
    lineBytesMax: LINE_BYTES_MAX,
  };
  const { ignored, total } = await readCsvRows(text, shape, ({ line, cells, hasSurplus }) => {
    if (hasSurplus) {
      errors.push({ line, field: 'serial', code: 'surplus', reason: SURPLUS_REASON, value: clipped(cells['serial']) });
      return;
    }
    const rounded = NUMBERS.filter((field) => isRoundedCell(cells[field] ?? ''));
    if (rounded.length > 0) {
      errors.push(...rounded.map((field) => roundedCell(line, field, cells[field] ?? '')));
      return;
    }
    const parsed = lineSchema.safeParse(cells);
    if (!parsed.success) {
      const fields = new Set(parsed.error.issues.map(({ path }) => String(path[0])).filter(isColumn));
      errors.push(...[...fields].map((field) => invalidCell(line, field, cells[field] ?? '')));
      return;
    }
    if (/^\d+$/.test(cells['serial'] ?? '')) asNumbers.push({ ...parsed.data, line });
    if (seen.has(parsed.data.serial)) {
      const reason = 'This serial number is in the file twice';
      errors.push({ line, field: 'serial', code: 'duplicate', reason, value: parsed.data.serial });
      return;
    }
    seen.add(parsed.data.serial);
    lines.push({ ...parsed.data, line });
  });
  if (!areRounded(asNumbers)) return { lines, total, errors, ignored };
  const lost = new Set(asNumbers.map(({ line }) => line));
  errors.push(...asNumbers.map(({ line, serial }) => roundedCell(line, 'serial', serial)));
  return { lines: lines.filter(({ line }) => !lost.has(line)), total, errors, ignored };
}

/**
 * A spreadsheet keeps 15 of the 16 digits of serial numbers, so that each ends with a zero. Of three whole numbers one
 * in a thousand is so.
 */
const areRounded = (asNumbers: readonly ImportLine[]): boolean =>
  asNumbers.length >= 3 && asNumbers.every(({ serial }) => serial.endsWith('0'));

/** Columns whose texts spreadsheets take for numbers. */
const NUMBERS = ['serial', 'pass', 'company_id'] as const;
/** A pass may be `1E5`, but not as a spreadsheet writes it. */
const isRoundedCell = (text: string): boolean => (isRounded(text) && /[.,+]/.test(text)) || hasThousands(text);

function roundedCell(line: number, field: ImportColumn, cell: string): ImportError {
  const reason = 'The spreadsheet has rounded this number. Format the column as text, and enter it again';
  return { line, field, code: 'rounded', reason, ...(field !== 'pass' && { value: clipped(cell) }) };
}
const clipped = (cell = ''): string => cell.slice(0, IMPORT_VALUE_MAX);

const isColumn = (name: string): name is ImportColumn => IMPORT_COLUMNS.some((column) => column === name);

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
  const value = clipped(cell);
  return { ...common, value, reason: `“${value}” is not valid. ${ALLOWED[field]}` };
}
