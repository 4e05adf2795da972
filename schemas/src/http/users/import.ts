import { z } from 'zod';
import { encodingSchema } from '../../domain/text-encoding.ts';
import { endpoint } from '../endpoint.ts';

export const USERS_IMPORT_BYTES_MAX = 1_000_000;
export const USERS_IMPORT_LINES_MAX = 750;
/** Errors and valid lines that an answer lists; their numbers are always exact. */
export const USERS_IMPORT_SHOWN_MAX = 100;

/** The columns, by the names in the head of the file; name and email are required, see USER-27. */
export const USERS_IMPORT_COLUMNS = ['name', 'email', 'phone', 'role', 'lang'] as const;

export const usersImportQuerySchema = z
  .object({
    dry_run: z.enum(['0', '1']).default('0').describe('1: checks the file and changes nothing'),
    lines: z
      .enum(['all', 'valid'])
      .default('all')
      .describe('`all`: nobody is added unless every line is valid; `valid`: the valid lines are added'),
  })
  .meta({ id: 'UsersImportQuery' });
export type UsersImportQuery = z.output<typeof usersImportQuerySchema>;

const lineErrorSchema = z
  .strictObject({
    line: z.int().describe('in the file; the head is line 1'),
    field: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'UsersImportError' });
export type UsersImportError = z.infer<typeof lineErrorSchema>;

export const usersImportAnswerSchema = z
  .strictObject({
    applied: z.boolean().describe('whether the people were added'),
    lines: z.int(),
    create: z.int(),
    invalid: z.int().describe('lines with errors, also those whose mail or phone has an account'),
    errors: z.array(lineErrorSchema).max(USERS_IMPORT_SHOWN_MAX).describe('the first errors'),
    preview: z
      .array(z.strictObject({ line: z.int(), name: z.string(), email: z.string() }))
      .max(USERS_IMPORT_SHOWN_MAX)
      .describe('the first valid lines'),
    ignored_columns: z.array(z.string()).describe('columns of the file that are not read'),
    encoding: encodingSchema,
  })
  .meta({ id: 'UsersImportAnswer' });
export type UsersImportAnswer = z.infer<typeof usersImportAnswerSchema>;

export const userImportHttp = {
  importPeople: endpoint({
    method: 'post',
    path: '/admin/users/import',
    summary: 'Add people from CSV, whose mails count as confirmed; each gets a mail about it',
    description:
      'Columns: name, email, phone, role (user unless given), lang (en unless given). Their passwords are set by “Forgot Password?”. ' +
      'A mail or phone that has an account already is an error of its line.',
    query: usersImportQuerySchema,
    body: z.string(),
    bodyType: 'text/csv',
    answer: usersImportAnswerSchema,
    errors: ['unprocessable', 'user_exists', 'rate_limited'],
  }),
};
