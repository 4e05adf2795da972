import { backupsHttp, type Backup, type Backups, type BackupSettingsBody } from '@belfry/schemas/http/backups';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { formatSize } from '../../lib/format-size.ts';
import { writeSession, type Session } from '../../lib/session/session-store.ts';
import { firstOf, on, stubServer } from '../../testing/fake-server.ts';
import { createTestStore, renderPage } from '../../testing/render-page.tsx';

import { BackupsGroup } from './backups-group.tsx';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const DONE: Backup = {
  backup_id: 1,
  file: 'belfry-radio.example.org-20261126T010000Z.bkp',
  target: '/backups',
  cause: 'schedule',
  state: 'done',
  started_by: null,
  started_at: '2026-11-26T01:00:00Z',
  ended_at: '2026-11-26T01:00:12Z',
  bytes: 1_500_000,
  missing_files: 0,
  error: null,
  tested_at: '2026-11-26T01:01:00Z',
  test_error: null,
  deleted_at: null,
};
const NONE: Backups = {
  settings: {
    schedule: 'off',
    hour: 3,
    time_zone: 'UTC',
    keep: 7,
    target: '/backups',
    test_restore: true,
    revision: 1,
    has_passphrase: false,
  },
  targets: ['/backups', 's3://bucket/belfry'],
  next_at: null,
  overdue: false,
  last_done: null,
  backups: [],
};
const DAILY: Backups = {
  ...NONE,
  settings: { ...NONE.settings, schedule: 'daily', has_passphrase: true, revision: 4 },
  next_at: '2026-11-27T03:00:00Z',
  last_done: DONE,
  backups: [DONE],
};
const PASSPHRASE = 'correct horse battery staple';

function open(initial: Backups, role: Session['role'] = 'root') {
  const server: { backups: Backups; saved: BackupSettingsBody[]; conflict: Backups['settings'] | null } = {
    backups: initial,
    saved: [],
    conflict: null,
  };
  const { requestsTo } = stubServer(
    firstOf(
      on(backupsHttp.read, () => server.backups),
      on(backupsHttp.configure, ({ body }) => {
        const { conflict } = server;
        server.conflict = null;
        if (conflict) {
          const error = { error: 'Somebody else has changed it.', code: 'edit_conflict', current: conflict };
          return Response.json(error, { status: 409 });
        }
        server.saved.push(body);
        const { passphrase, ...choices } = body;
        const has_passphrase = passphrase !== undefined || server.backups.settings.has_passphrase;
        const settings = { ...choices, has_passphrase, revision: choices.revision + 1 };
        server.backups = { ...server.backups, settings };
        return server.backups;
      }),
      on(backupsHttp.start, () => {
        const running = { ...DONE, backup_id: 2, state: 'running', cause: 'person', started_by: 'Rita' } as const;
        server.backups = { ...server.backups, backups: [running, ...server.backups.backups] };
        return Response.json(running, { status: 202 });
      }),
    ),
  );
  writeSession({ user_id: 1, role }, 'key');
  renderPage(<BackupsGroup />, { store: createTestStore({ session: { user_id: 1, role } }), toasts: true });
  return { user: userEvent.setup(), requestsTo, server };
}
const group = () => screen.findByRole('region', { name: 'Backup' });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save backup settings' });

it('a schedule needs a passphrase, which is sent once and is not shown afterwards', async () => {
  const { user, server } = open(NONE);
  await user.click(await screen.findByRole('switch', { name: 'Backup enabled' }));
  expect(screen.getByText('Backups need a passphrase.')).toBeDefined();
  expect(save().disabled).toBe(true);
  await user.type(screen.getByLabelText('Passphrase'), 'too short');
  expect(screen.getByText('At least 12 characters')).toBeDefined();
  await user.clear(screen.getByLabelText('Passphrase'));
  await user.type(screen.getByLabelText('Passphrase'), PASSPHRASE);
  await user.click(within(screen.getByRole('radiogroup', { name: 'Backup frequency' })).getByText('Weekly'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 's3://bucket/belfry');
  await user.click(save());
  const field = await screen.findByLabelText<HTMLInputElement>('New passphrase');
  expect(field.value).toBe('');
  expect(server.saved).toEqual([
    {
      schedule: 'weekly',
      hour: 3,
      time_zone: 'UTC',
      keep: 7,
      target: 's3://bucket/belfry',
      test_restore: true,
      revision: 1,
      passphrase: PASSPHRASE,
    },
  ]);
});

it('leaves the passphrase as it is where none is typed', async () => {
  const { user, server } = open(DAILY);
  await user.click(await screen.findByRole('switch', { name: 'Test each backup' }));
  await user.click(save());
  await waitFor(() => expect(server.saved).toHaveLength(1));
  expect(server.saved[0]).toMatchObject({ test_restore: false, revision: 4 });
  expect(server.saved[0]).not.toHaveProperty('passphrase');
});

it('shows both values of what somebody else has changed meanwhile, and saves on top of it', async () => {
  const { user, server } = open(DAILY);
  await user.click(await screen.findByRole('switch', { name: 'Test each backup' }));
  server.conflict = { ...DAILY.settings, keep: 30, revision: 5 };
  await user.click(save());
  expect(await screen.findByText(/^Kept backups$/, { selector: 'li *' })).toBeDefined();
  await user.click(save());
  await waitFor(() => expect(server.saved).toHaveLength(1));
  expect(server.saved[0]).toMatchObject({ test_restore: false, keep: 30, revision: 5 });
});

it('tells the last backup with its test restore, and when the next one is due', async () => {
  open(DAILY);
  const { textContent: text } = await group();
  await waitFor(() => expect(screen.getByText(/^Last backup: .*1\.5 MB, 12 seconds$/)).toBeDefined());
  expect(text).toBeDefined();
  expect(screen.getByText(/^Restored for a test: .*everything is there\.$/)).toBeDefined();
  expect(screen.getByText(/^Next backup: /)).toBeDefined();
  expect(within(screen.getByRole('list', { name: 'Last attempts' })).getByText(/by the schedule/)).toBeDefined();
});

it('says what has failed, what is missing and what is overdue', async () => {
  const failed: Backup = { ...DONE, backup_id: 2, state: 'failed', error: '/backups: there is no space left.' };
  const last_done = { ...DONE, test_error: 'The backup is damaged.', missing_files: 2 };
  open({ ...DAILY, overdue: true, last_done, backups: [failed, last_done] });
  expect((await screen.findByRole('alert')).textContent).toContain('The backup is overdue');
  expect(screen.getByText(/^The test restore of .* failed: The backup is damaged\.$/)).toBeDefined();
  expect(screen.getByText('2 files were missing in the storage.')).toBeDefined();
  expect(screen.getByText('/backups: there is no space left.')).toBeDefined();
});

it('makes a backup now, and no second one meanwhile', async () => {
  const { user, requestsTo } = open(DAILY);
  await user.click(await screen.findByRole('button', { name: 'Back up now' }));
  const running = await screen.findByRole<HTMLButtonElement>('button', { name: 'A backup is being made' });
  expect(running.disabled).toBe(true);
  expect(requestsTo('/admin/backups', 'POST')).toHaveLength(1);
  expect(screen.getByText(/by Rita/)).toBeDefined();
});

it('makes none without a passphrase', async () => {
  open(NONE);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Back up now' })).disabled).toBe(true);
  expect(screen.getByText('No backup has been made yet.')).toBeDefined();
});

it.each(['admin', 'user'] as const)('is not shown, and sends no request, for the role %s', async (role) => {
  const { requestsTo } = open(DAILY, role);
  await Promise.resolve();
  expect(screen.queryByRole('region')).toBeNull();
  expect(requestsTo('/admin/backups')).toEqual([]);
});

it('writes sizes with their unit', () => {
  expect([0, 999, 1_000, 1_549_000, 2_000_000_000, 5e15].map((bytes) => formatSize(bytes, 'en'))).toEqual([
    '0 byte',
    '999 byte',
    '1 kB',
    '1.5 MB',
    '2 GB',
    '5,000 TB',
  ]);
});
