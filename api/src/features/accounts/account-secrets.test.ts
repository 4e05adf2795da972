import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FEATURES = fileURLToPath(new URL('..', import.meta.url));

it('changes the security fields of accounts in one place only', async () => {
  // An index file only re-exports.
  const files = (await readdir(FEATURES, { recursive: true })).filter((name) => /(?<!\.test|\/index)\.ts$/.test(name));
  const sources = await Promise.all(
    files.map(async (name) => ({ name, source: await readFile(join(FEATURES, name), 'utf8') })),
  );
  const containing = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ name }) => name);
  expect(containing(/updateTable\('users'\)|update users\b/)).toEqual(['accounts/users/users.repository.ts']);
  expect(containing(/\bupdateUser\b/).toSorted()).toEqual([
    'accounts/account-secrets/account-secrets.service.ts',
    // The time zone of a root.
    'accounts/auth/auth.service.ts',
    'accounts/users/users.repository.ts',
    // The profile, whose type has no security field.
    'accounts/users/users.service.ts',
  ]);
});
