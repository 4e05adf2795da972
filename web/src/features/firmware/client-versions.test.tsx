import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi, describe } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { anArchive } from '../../testing/archive-factory.ts';
import { refusal, stubServer, type Call } from '../../testing/fake-server.ts';
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
    renderPage(<ClientVersions />);
    return { server, user: userEvent.setup() };
  }
  const cards = () => screen.findAllByRole('listitem');
  const click = (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
    user.click(screen.getByRole('button', { name }));

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
