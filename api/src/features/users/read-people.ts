import { emailSchema } from '@belfry/schemas/domain/email';
import { phoneSchema } from '@belfry/schemas/domain/phone';
import { ROLES } from '@belfry/schemas/domain/roles';
import { nameSchema } from '@belfry/schemas/http/accounts/profile';
import { USERS_IMPORT_COLUMNS, USERS_IMPORT_LINES_MAX, type UsersImportError } from '@belfry/schemas/http/users/import';
import { z } from 'zod';
import { readCsvRows, SURPLUS_REASON } from '../../lib/read-csv-rows.ts';
import { isLanguage } from '../lookups/index.ts';

const LINE_BYTES_MAX = 10_000;
/** An empty cell is the default. */
const cell = <D>(otherwise: D) =>
  z
    .string()
    .default('')
    .transform((text) => (text === '' ? otherwise : text.toLowerCase().replace(/^'/, '')));
const ROLE_REASON = `Enter one of ${ROLES.join(', ')}, or nothing`;
const personSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  phone: cell(null).pipe(phoneSchema.nullable()),
  role: cell('user').pipe(z.enum(ROLES, ROLE_REASON)),
  lang: cell('en').refine(isLanguage, 'There is no language with this code'),
});

export type Person = z.output<typeof personSchema> & { line: number };
export type ReadPeople = { people: Person[]; total: number; errors: UsersImportError[]; ignored: string[] };

/** Reads people from CSV with a head. Throws unprocessable for no such file. */
export async function readPeople(text: string): Promise<ReadPeople> {
  const people: Person[] = [];
  const errors: UsersImportError[] = [];
  const seen = new Set<string>();
  const shape = {
    columns: USERS_IMPORT_COLUMNS,
    required: ['name', 'email'],
    linesMax: USERS_IMPORT_LINES_MAX,
    lineBytesMax: LINE_BYTES_MAX,
  };
  const { total, ignored } = await readCsvRows(text, shape, ({ line, cells, hasSurplus }) => {
    if (hasSurplus) {
      errors.push({ line, field: 'name', reason: SURPLUS_REASON });
      return;
    }
    const parsed = personSchema.safeParse(cells);
    if (!parsed.success) {
      errors.push(
        ...parsed.error.issues.map(({ path, message }) => ({ line, field: String(path[0]), reason: message })),
      );
      return;
    }
    const { email, phone } = parsed.data;
    for (const [field, key] of [
      ['email', email.toLowerCase()],
      ['phone', phone],
    ] as const) {
      if (key === null) continue;
      if (seen.has(key)) {
        errors.push({ line, field, reason: `This ${field} is in the file twice` });
        return;
      }
      seen.add(key);
    }
    people.push({ ...parsed.data, line });
  });
  return { people, total, errors, ignored };
}
