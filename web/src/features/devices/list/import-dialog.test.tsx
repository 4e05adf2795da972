import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the lines in their order, with the refused value and what is allowed', async () => {
  const answer = {
    applied: false,
    lines: 3,
    create: 2,
    update: 0,
    unchanged: 0,
    invalid: 1,
    errors: [{ line: 3, field: 'mode', code: 'invalid', reason: 'of the server', value: 'burning' }],
    ignored_columns: [],
    encoding: 'utf-8',
    preview: [2, 4].map((line) => ({ line, serial: `0000-0000-0000-000${line}`, action: 'create' })),
  };
  const { user } = await openPage(<ImportDialog onClose={() => undefined} />, () => Response.json(answer));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input!, new File(['serial\n'], 'x.csv', { type: 'text/csv' }));
  await screen.findByText('“burning” is not valid. Allowed are no, new, pass, active, blocked.');
  const lines = screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent);
  expect(lines.slice(1)).toEqual(['2', '3', '4']);
  expect(screen.getByText(/Tags are separated by commas\.$/)).toBeDefined();
  // A file in Unicode leaves nothing to choose.
  expect(screen.queryByRole('combobox', { name: 'Letters of the file' })).toBeNull();
});

it('reads a file again whose letters are wrong, and imports it so', async () => {
  const answer = {
    lines: 1,
    create: 1,
    update: 0,
    unchanged: 0,
    invalid: 0,
    errors: [],
    ignored_columns: [],
    preview: [],
  };
  const { user, calls } = await openPage(<ImportDialog onClose={() => undefined} />, ({ params, type }) =>
    Response.json({
      ...answer,
      applied: params['dry_run'] !== '1',
      encoding: type?.endsWith('windows-1250') ? 'windows-1250' : 'windows-1252',
    }),
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input!, new File(['serial\n'], 'x.csv', { type: 'text/csv' }));
  await screen.findByText(/was read as Windows-1252/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Letters of the file' }), 'windows-1250');
  await screen.findByText(/was read as Windows-1250/);
  await user.click(screen.getByRole('button', { name: 'Import 1 device' }));
  await screen.findByText('The devices were imported');
  expect(calls.map(({ type, params }) => [type, params['dry_run']])).toEqual([
    ['text/csv', '1'],
    ['text/csv; charset=windows-1250', '1'],
    ['text/csv; charset=windows-1250', undefined],
  ]);
});

it('shows why a file is refused, and imports nothing', async () => {
  const reason = 'The file has no column “serial”';
  const { user, calls } = await openPage(<ImportDialog onClose={() => undefined} />, () => refusal(422, reason));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input!, new File(['name\nx\n'], 'x.csv', { type: 'text/csv' }));
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(screen.getByRole('button', { name: /^Import/ })).toHaveProperty('disabled', true);
  expect(calls).toHaveLength(1);
});
