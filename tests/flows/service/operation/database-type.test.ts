import { join } from 'node:path';
import { renderDatabaseType } from '@belfry/api/db/render-database-type';
import { ROOT } from '@belfry/infra/local/paths';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';

let store: TestDatabaseAccess;
beforeEach(async () => {
  store = await startTestStore();
});
afterEach(() => store.stop());

/** `npm run db:types --workspace=api` runs this test so that it writes the file. */
it('the type of the database is that of the migrated schema', async () => {
  await expect(await renderDatabaseType(store.db)).toMatchFileSnapshot(join(ROOT, 'api/src/db/database.ts'));
});
