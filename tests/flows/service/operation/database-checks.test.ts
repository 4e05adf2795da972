import { describe, expect, it } from 'vitest';
import { setUpStartingApi } from '../../../support/services/starting-api.ts';
import { createDatabaseWithEncoding } from '../../../support/postgres/postgres.ts';

const { start, keep } = setUpStartingApi();

describe('a database that is not UTF-8', () => {
  it.each(['LATIN1', 'SQL_ASCII'] as const)('in %s stops the start and says what to create', async (encoding) => {
    const { url } = keep(await createDatabaseWithEncoding(encoding));
    await expect(start(url)).rejects.toThrow(
      new RegExp(`^DATABASE_URL: .* has the encoding ${encoding}.*encoding 'UTF8'`),
    );
  });
});
