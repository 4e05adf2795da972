import { z } from 'zod';
import { serialSchema } from '../../domain/serial.ts';
import { fleetListQuerySchema } from '../devices/lists.ts';
import { encodingSchema } from '../../domain/text-encoding.ts';
import { endpoint } from '../endpoint.ts';

export const IMPORT_BYTES_MAX = 2_000_000;
/** Lines of an imported file without its head. */
export const IMPORT_LINES_MAX = 5_000;
/** Errors that an answer lists; their number is always exact. */
export const IMPORT_ERRORS_MAX = 200;
export const IMPORT_VALUE_MAX = 60;
export const IMPORT_PREVIEW_MAX = 50;

/** The columns that an import reads, by the names in the head of the file; see DEV-51. */
export const IMPORT_COLUMNS = ['serial', 'pass', 'note', 'company_id', 'email', 'tags', 'mode'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

export const exportQuerySchema = fleetListQuerySchema
  .omit({ page: true, page_size: true, sort: true })
  .meta({ id: 'DeviceExportQuery' });

export const importQuerySchema = z
  .object({
    dry_run: z.enum(['0', '1']).default('0').describe('1: checks the file and changes nothing'),
    lines: z
      .enum(['all', 'valid'])
      .default('all')
      .describe('`all`: nothing is written unless every line is valid; `valid`: the valid lines are written'),
  })
  .meta({ id: 'DeviceImportQuery' });
export type ImportQuery = z.output<typeof importQuerySchema>;

export const IMPORT_ERRORS = [
  'invalid',
  'rounded',
  'surplus',
  'duplicate',
  'unknown_node',
  'node_taken',
  'bound_elsewhere',
  'other_owner',
] as const;

const importErrorSchema = z
  .strictObject({
    line: z.int().describe('in the file; the head is line 1'),
    field: z.string(),
    code: z.enum(IMPORT_ERRORS),
    reason: z.string().describe('what is wrong with the value, and which are allowed'),
    value: z.string().max(IMPORT_VALUE_MAX).optional().describe('the refused value, cut; never a pass'),
  })
  .meta({ id: 'DeviceImportError' });
export type ImportError = z.infer<typeof importErrorSchema>;

export const IMPORT_ACTIONS = ['create', 'update', 'unchanged'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

export const importAnswerSchema = z
  .strictObject({
    applied: z.boolean().describe('whether the lines were written'),
    lines: z.int(),
    create: z.int(),
    update: z.int(),
    unchanged: z.int(),
    invalid: z.int().describe('lines with errors'),
    errors: z.array(importErrorSchema).max(IMPORT_ERRORS_MAX).describe('the first errors'),
    ignored_columns: z.array(z.string()).describe('columns of the file that are not read'),
    encoding: encodingSchema,
    preview: z
      .array(z.strictObject({ line: z.int(), serial: serialSchema, action: z.enum(IMPORT_ACTIONS) }))
      .max(IMPORT_PREVIEW_MAX)
      .describe('the first valid lines'),
  })
  .meta({ id: 'DeviceImportAnswer' });
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

const CSV = 'text/csv';

export const filesHttp = {
  export: endpoint({
    method: 'get',
    path: '/devices/export',
    summary: 'The devices that match the filters as CSV, without passes and keys',
    description:
      'UTF-8 with a byte order mark, RFC 4180. A cell that looks like a formula is preceded by an apostrophe.',
    query: exportQuerySchema,
    answer: z.file().mime(CSV),
    headers: { 'Content-Disposition': 'the name of the file' },
    errors: ['rate_limited'],
  }),
  import: endpoint({
    method: 'post',
    path: '/devices/import',
    summary: 'Create and change devices from CSV by their serial numbers',
    description:
      'Columns: serial, pass, note, company_id (of a node of type Device), email, tags (separated by commas), mode. Empty cells ' +
      'change nothing; a pass is given to devices only that have none.',
    query: importQuerySchema,
    body: z.string(),
    bodyType: CSV,
    answer: importAnswerSchema,
    errors: ['unprocessable', 'rate_limited'],
  }),
};
