import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, describe } from 'vitest';
import { aVoice } from '../../../testing/voice-factory.ts';
import { setUpCatalogueTests, failing, openCatalogue } from './testing/catalogue.tsx';

describe('the rows of the catalogue', () => {
  const anna = () => aVoice({ voice_name: 'ru-RU-Standard-A', display_name: 'Anna' });
  const carl = () => aVoice({ voice_name: 'ru-RU-Standard-B', display_name: 'Carl' });
  const BLOCK = '/voices/voice/block';
  const RENAME = '/voices/voice/rename';

  setUpCatalogueTests({ fakeTimers: false });

  const rowOf = (code: string) => screen.getByText(code).closest('tr')!;
  const pencil = (name: string) => screen.getByRole('button', { name: `Rename ${name}` });
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: `New name of ${name}` });

  it('blocks and unblocks optimistically, and reverts on an error', async () => {
    const user = userEvent.setup();
    let reply: (answer: Response) => void = () => undefined;
    const { requestsTo } = openCatalogue({
      voices: [anna(), carl()],
      answer: ({ path }) => (path === BLOCK ? new Promise((resolve) => (reply = resolve)) : undefined),
    });
    await screen.findByText('Anna');
    await user.click(screen.getByRole('button', { name: 'Block Anna' }));
    expect(rowOf('ru-RU-Standard-A').textContent).toContain('Blocked');
    expect(rowOf('ru-RU-Standard-B').textContent).toContain('Active');
    reply(Response.json({ success: true }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Unblock Anna', busy: false })).toBeDefined());
    expect(requestsTo(BLOCK, 'POST').map(({ body }) => body)).toEqual([{ display_name: 'Anna', block: true }]);
    expect(requestsTo('/voices/voices')).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: 'Unblock Anna' }));
    expect(rowOf('ru-RU-Standard-A').textContent).toContain('Active');
    reply(failing(500));
    expect(await screen.findByText('Error blocking voice')).toBeDefined();
    expect(rowOf('ru-RU-Standard-A').textContent).toContain('Blocked');
  });

  it('keeps a rejected name in its field, and shows the error', async () => {
    const user = userEvent.setup();
    openCatalogue({
      voices: [anna(), carl()],
      answer: ({ path }) =>
        path === RENAME ? failing(409, { error: 'Another voice has this name', code: 'conflict' }) : undefined,
    });
    await screen.findByText('Anna');
    await user.click(pencil('Anna'));
    const input = await field('Anna');
    await user.clear(input);
    await user.type(input, 'Carl{Enter}');
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Voice rename error')).toBeDefined();
    expect(within(toast).getByText('Another voice has this name')).toBeDefined();
    expect((await field('Anna')).value).toBe('Carl');
  });

  it.each([
    ['block', BLOCK, async () => userEvent.click(screen.getByRole('button', { name: 'Block Anna' }))],
    [
      'rename',
      RENAME,
      async () => {
        await userEvent.click(pencil('Anna'));
        await userEvent.type(await field('Anna'), 'x{Enter}');
      },
    ],
  ])('shows that a voice no longer exists, and refetches the list: %s', async (_what, gone, act) => {
    const { requestsTo } = openCatalogue({
      voices: [anna()],
      answer: ({ path }) => (path === gone ? failing(404, { error: 'Not found', code: 'not_found' }) : undefined),
    });
    await screen.findByText('Anna');
    await act();
    expect(await screen.findByText(/^No voice is called that any more/)).toBeDefined();
    await waitFor(() => expect(requestsTo('/voices/voices')).toHaveLength(2));
  });
});
