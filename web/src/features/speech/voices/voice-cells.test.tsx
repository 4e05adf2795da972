import { screen, waitFor, within, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, describe, afterEach, beforeAll } from 'vitest';
import { VOICE_TYPES } from '@belfry/schemas/http/speech/voices';
import { MantineProvider, type MantineColorsTuple } from '@mantine/core';
import { aVoice } from '../../../testing/voice-factory.ts';
import { startI18n } from '../../../lib/i18n.ts';
import { setUpCatalogueTests, failing, openCatalogue } from './testing/catalogue.tsx';
import { CatalogueTypeBadge } from './voice-cells.tsx';

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

  it('renames in the row: Enter confirms', async () => {
    const user = userEvent.setup();
    const voices = [anna(), carl()];
    const { requestsTo } = openCatalogue({
      voices,
      answer: ({ path }) => void (path === RENAME && (voices[0]!.display_name = 'Ada')),
    });
    await screen.findByText('Anna');
    await user.click(pencil('Anna'));
    const input = await field('Anna');
    expect([input.value, document.activeElement]).toEqual(['Anna', input]);
    await user.clear(input);
    await user.type(input, '  Ada {Enter}');
    expect(await screen.findByText('Voice successfully renamed')).toBeDefined();
    expect(rowOf('ru-RU-Standard-A').textContent).toContain('Ada');
    expect(requestsTo(RENAME, 'POST').map(({ body }) => body)).toEqual([
      { old_display_name: 'Anna', new_display_name: 'Ada' },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(pencil('Ada')));
  });

  it.each([
    ['Escape', 'Ada{Escape}'],
    ['an empty name', '  {Enter}'],
    ['the same name', ' Anna {Enter}'],
  ])('cancels a rename silently with %s', async (_what, keys) => {
    const user = userEvent.setup();
    const { requestsTo } = openCatalogue({ voices: [anna()] });
    await screen.findByText('Anna');
    await user.click(pencil('Anna'));
    const input = await field('Anna');
    await user.clear(input);
    await user.type(input, keys);
    await waitFor(() => expect(document.activeElement).toBe(pencil('Anna')));
    expect(screen.getByText('Anna')).toBeDefined();
    expect(requestsTo(RENAME, 'POST')).toEqual([]);
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
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

  it('renames by the quick dialog; an empty name is ignored', async () => {
    const user = userEvent.setup();
    const { requestsTo } = openCatalogue({ voices: [anna()] });
    const open = async () => user.click(await screen.findByRole('button', { name: 'Quick rename: Anna' }));
    await open();
    const dialog = await screen.findByRole('dialog', { name: 'Rename voice' });
    const input = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'New name' });
    expect(input.value).toBe('Anna');
    await user.clear(input);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(RENAME, 'POST')).toEqual([]);

    await open();
    const again = await screen.findByRole('textbox', { name: 'New name' });
    await user.clear(again);
    await user.type(again, 'Ada{Enter}');
    expect(await screen.findByText('Voice successfully renamed')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requestsTo(RENAME, 'POST')).toHaveLength(1);
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

describe('the badge of a type', () => {
  /** The theme's own test checks which accents exist and their contrast. */
  const SHADES: MantineColorsTuple = ['#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111', '#111'];

  beforeAll(startI18n);
  afterEach(cleanup);

  it('gives each type its own colour of the theme', () => {
    render(
      <MantineProvider theme={{ colors: { purple: SHADES, company: SHADES, element: SHADES } }}>
        {VOICE_TYPES.map((type) => (
          <CatalogueTypeBadge key={type} type={type} />
        ))}
      </MantineProvider>,
    );
    const colours = ['NEURAL2', 'WAVENET', 'STANDARD'].map((text) => {
      const badge = screen.getByText(text).closest<HTMLElement>('[data-type]')!;
      return badge.style.getPropertyValue('--badge-color');
    });
    expect(colours).toEqual(
      ['purple', 'company', 'element'].map((accent) => `var(--mantine-color-${accent}-light-color)`),
    );
  });
});
