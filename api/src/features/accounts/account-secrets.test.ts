import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../..', import.meta.url));

it('changes the security fields of accounts in one place only', async () => {
  // An index file only re-exports.
  const files = (await readdir(SRC, { recursive: true })).filter(
    (name) => /(?<!\.test|\/index)\.ts$/.test(name) && !name.startsWith('db/migrations/'),
  );
  const sources = await Promise.all(
    files.map(async (name) => ({ name, source: await readFile(join(SRC, name), 'utf8') })),
  );
  const containing = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ name }) => name);
  expect(containing(/updateTable\('users'\)|update users\b/)).toEqual(['people/users.repository.ts']);
  expect(containing(/\bupdateUser\b/).toSorted()).toEqual([
    'features/accounts/account-secrets.ts',
    // The profile, whose type has no security field.
    'features/accounts/profile.ts',
    // The time zone of a root.
    'features/accounts/sign-in.ts',
    'people/users.repository.ts',
  ]);
});
