import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { anArchive } from '../../testing/archive-factory.ts';
import { refusal, stubServer, unreachable, type Call } from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ClientVersions } from './index.ts';
import { formatFileSize } from './archive-grid.tsx';

describe('the archives', () => {
  beforeEach(async () => {
    await startI18n();
    await chooseLanguage('mixed');
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  type Answers = Partial<Record<'list' | 'create' | 'delete', (call: Call) => Response | Promise<Response>>>;

  function open(archives: ClientArchive[], answers: Answers = {}) {
    const done = { success: true, error: null };
    const server = stubServer((call) => {
      if (call.method === 'DELETE') {
        if (answers.delete) return answers.delete(call);
        archives.splice(0, 1);
        return Response.json(done);
      }
      if (call.path === '/client/archives') return answers.list?.(call) ?? Response.json({ ...done, archives });
      if (call.path === '/client/rollouts') return Response.json([]);
      if (call.path !== '/client/create-archive') return undefined;
      if (answers.create) return answers.create(call);
      archives.unshift(anArchive(9.9));
      return Response.json({ ...done, archive: archives[0] });
    });
    renderPage(<ClientVersions groupChoice={() => null} />);
    return { server, user: userEvent.setup() };
  }
  const cards = () => screen.findAllByRole('listitem');
  const click = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
    user.click(screen.getByRole('button', { name }));

  it('shows each archive with version, size, Russian date and file name, the first one as the latest', async () => {
    open([anArchive(3.5), anArchive(3, { firmware_version: undefined })]);
    const [first, second] = (await cards()).map(({ textContent }) => textContent);
    expect(first).toContain('Version 3.5');
    expect(first).toContain('Последняя версия');
    expect(first).toContain('85.41 KB');
    expect(first).toMatch(/15 янв\. 2026 г\., \d\d:30:00/);
    expect(first).toContain('belfry-client-3.5.tar.zst');
    expect(second).toContain('Version 3.0');
    expect(second).not.toContain('Последняя версия');
    expect(second).not.toContain('Firmware');
  });

  it('is empty without archives', async () => {
    open([]);
    expect(await screen.findByText('Архивы клиента не найдены')).toBeDefined();
  });

  it.each([
    ['the server fails', () => refusal(500, 'It broke'), 'Ошибка загрузки архивов'],
    ['the server is away', unreachable, 'Ошибка подключения к серверу'],
  ])('shows an error with Retry where %s', async (_when, list, text) => {
    open([], { list });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(text);
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  it('creates an archive with an empty object, reports it, and reloads', async () => {
    const { server, user } = open([anArchive(3.5)]);
    await cards();
    await click(user, 'Create archive');
    expect((await screen.findByRole('status')).textContent).toContain('Архив belfry-client-9.9.tar.zst успешно создан');
    expect(server.requestsTo('/client/create-archive').map(({ body }) => body)).toEqual([{}]);
    expect(await cards()).toHaveLength(2);
  });

  it.each([
    ['the reason of the server', () => refusal(500, 'No room left'), ['Ошибка создания архива', 'No room left']],
    ['that it is away', unreachable, ['Ошибка подключения к серверу']],
  ])('shows %s after a failed creation', async (_what, create, texts) => {
    const { user } = open([anArchive(3.5)], { create });
    await cards();
    await click(user, 'Create archive');
    const alert = await screen.findByRole('alert');
    for (const text of texts) expect(alert.textContent).toContain(text);
  });

  it('deletes an archive after a confirmation in Russian', async () => {
    const { server, user } = open([anArchive(3.5), anArchive(3.4)]);
    await cards();
    await click(user, 'Delete belfry-client-3.5.tar.zst');
    const dialog = await screen.findByRole('dialog', { name: 'Удалить архив?' });
    expect(dialog.textContent).toContain('Архив belfry-client-3.5.tar.zst будет удален');
    await user.click(within(dialog).getByRole('button', { name: 'Удалить' }));
    await screen.findByText('Архив belfry-client-3.5.tar.zst успешно удален');
    expect(server.requestsTo('/client/delete-archive/belfry-client-3.5.tar.zst', 'DELETE')).toHaveLength(1);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  });

  it('closes the confirmation on Escape, except while the deletion is running', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { server, user } = open([anArchive(3.5)], { delete: () => promise });
    await cards();
    await click(user, /^Delete belfry/);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false);

    await click(user, /^Delete belfry/);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeDefined();
    resolve(refusal(409, 'A rollout uses this archive'));
    expect((await screen.findByRole('alert')).textContent).toContain('A rollout uses this archive');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('hides the instructions behind a button', async () => {
    const { user } = open([]);
    const toggle = screen.getByRole('button', { name: 'Usage instructions' });
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    for (const word of [/installed version/, /PM2 or systemd/, /backs up/, /log/, /cron/]) {
      expect(screen.getAllByText(word).length).toBeGreaterThan(0);
    }
  });

  it('uploads an archive with its signature, and shows why the server refuses it', async () => {
    const { server, user } = open([]);
    await click(user, 'Upload archive');
    const dialog = await screen.findByRole('dialog', { name: 'Upload archive' });
    const send = within(dialog).getByRole('button', { name: 'Upload' });
    expect(send).toHaveProperty('disabled', true);
    const [archiveInput, signatureInput] = [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
    await user.upload(archiveInput!, new File(['"x"'], 'client-4.0.tar.zst', { type: 'application/zstd' }));
    await user.upload(
      signatureInput!,
      new File([`${'B'.repeat(86)}==\n`], 'client-4.0.tar.zst.sig', { type: 'text/plain' }),
    );
    await user.click(send);
    expect((await within(dialog).findByRole('alert')).textContent).toBe('There is no such thing');
    expect(server.requestsTo('/client/upload-archive').map(({ params }) => params)).toEqual([
      { filename: 'client-4.0.tar.zst', signature: `${'B'.repeat(86)}==` },
    ]);
  });
});

describe('the size of a file', () => {
  it.each([
    [0, '0 Bytes'],
    [1_023, '1023 Bytes'],
    [1_024, '1.00 KB'],
    [87_457, '85.41 KB'],
    [1_048_575, '1.00 MB'],
    [1_572_864, '1.50 MB'],
    [64 * 1_024 ** 2, '64.00 MB'],
    [3.25 * 1_024 ** 3, '3.25 GB'],
    [5_000 * 1_024 ** 3, '5000.00 GB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
});
