import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '@belfry/api/features/backups/database/session';
import { makeBackup } from '@belfry/api/features/backups/installation/make-backup';
import { restoreBackup } from '@belfry/api/features/backups/installation/restore-backup';
import { installationSettings } from '@belfry/api/features/backups/installation/settings';
import { audioName } from '@belfry/api/storage/index';
import { expect, it, onTestFinished } from 'vitest';
import { testConfig } from '../../support/api.ts';
import { startTestStore } from '../../support/database.ts';
import { createUser } from '../../support/factories.ts';
import { createAudio, tone } from '../../support/library.ts';
import { createEmptyDatabase } from '../../support/postgres/empty-database.ts';

it('a backup is restored into an empty installation, with its rows and files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-restored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [store, empty] = [await startTestStore(), await createEmptyDatabase()];
  onTestFinished(async () => {
    await store.stop();
    await empty.drop();
  });
  const config = testConfig({ DATABASE_URL: store.url, DATA_DIR: join(folder, 'data') });
  const owner = await createUser(store, { name: 'Rita Root' });
  const audio = await createAudio({ db: store.db, config }, owner, tone('mp3'));
  const order = { settings: installationSettings(config), passphrase: 'a passphrase', target: folder, file: 'one.bkp' };
  await makeBackup(order);

  const restored = { DATABASE_URL: empty.url, DATA_DIR: join(folder, 'restored'), SERVICE_SECRET: undefined };
  await restoreBackup({ ...order, settings: { ...order.settings, ...restored } });
  const client = await openSession(empty.url);
  const { rows } = await client.query('select u.name, a.sha256 from users u join audio a on a.user_id = u.id');
  await client.end();
  expect(rows).toEqual([{ name: 'Rita Root', sha256: audio.sha256 }]);
  const file = audioName(audio.sha256);
  expect(await readFile(join(restored.DATA_DIR, file))).toEqual(await readFile(join(config.DATA_DIR, file)));
});
