import { deleteOldRecords } from '@belfry/api/features/backups/backups.repository';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

flow('records of backups are forgotten after 400 days where nothing is left of them', async () => {
  const of = { target: 'records.test', cause: 'schedule' } as const;
  const old = { ...of, started_at: daysAgo(401) };
  const recent = { ...of, started_at: daysAgo(399) };
  await api.db
    .insertInto('backups')
    .values([
      { ...old, file: 'old, failed', state: 'failed' },
      { ...old, file: 'old, deleted', state: 'done', deleted_at: daysAgo(300) },
      { ...old, file: 'old, there', state: 'done' },
      { ...recent, file: 'recent, failed', state: 'failed' },
      { ...recent, file: 'recent, deleted', state: 'done', deleted_at: daysAgo(300) },
    ])
    .execute();
  await deleteOldRecords(api.db);
  const kept = api.db.selectFrom('backups').select('file').where('target', '=', of.target).orderBy('file');
  expect((await kept.execute()).map(({ file }) => file)).toEqual(['old, there', 'recent, deleted', 'recent, failed']);
  await api.db.deleteFrom('backups').where('target', '=', of.target).execute();
});
