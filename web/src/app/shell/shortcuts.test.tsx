import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Row } from '../../kit/list/index.ts';
import { openPage } from '../../testing/open-page.tsx';
import { Shortcuts } from './shortcuts.tsx';
// Loaded beforehand, because the first import takes longer than a test waits.
import '../../features/shell/help/index.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const added = vi.fn<() => void>();
  const sent = vi.fn((event: React.FormEvent) => event.preventDefault());
  const page = await openPage(
    <main id="content">
      <Shortcuts />
      <input data-search aria-label="Search" />
      <span data-new>
        <button onClick={added}>Add</button>
      </span>
      <Row to="/places/1" name="Bakery" />
      <Row to="/places/2" name="Hall" />
      <form onSubmit={sent}>
        <textarea aria-label="Text" />
      </form>
    </main>,
    () => undefined,
  );
  return { ...page, sent, added, path: () => page.router.state.location.pathname };
}

it.each([
  ['gs', '/say'],
  ['gc', '/calendar'],
  ['ga', '/activity'],
  ['gx', '/'],
  ['s', '/'],
] as const)('%s leads to %s', async (keys, path) => {
  const { user, path: open_ } = await open();
  await user.keyboard(keys);
  expect(open_()).toBe(path);
});

it('types letters into a field, and sends its form by Ctrl+Enter', async () => {
  const { user, path, sent } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Text' }), 'gs?/');
  expect(path()).toBe('/');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toHaveBeenCalledOnce();
});

it('goes to the search by /, and lists the keys by ?', async () => {
  const { user } = await open();
  await user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
  expect(screen.getByRole('textbox', { name: 'Search' })).toHaveProperty('value', '');
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
  await waitFor(() => expect(dialog.textContent).toContain('Opens an entry of the navigation'));
});

it('goes through the rows of a list by j and k, opens one by Enter, and adds one by n', async () => {
  const { user, path, added } = await open();
  const focused = () => document.activeElement?.textContent;
  await user.keyboard('jjj');
  expect(focused()).toBe('Hall');
  await user.keyboard('k');
  expect(focused()).toBe('Bakery');
  await user.keyboard('n');
  expect(added).toHaveBeenCalledOnce();
  await user.keyboard('j{Enter}');
  expect(path()).toBe('/places/2');
});
