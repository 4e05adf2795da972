import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Row, Rows, TickedBar, ticksOf } from '../../kit/list/index.ts';
import { useSelection } from '../../ui/lists/selection.tsx';
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

function Ticked({ onDelete }: { onDelete: (name: string) => void }) {
  const [names, setNames] = useState(['Bakery', 'Hall', 'Office']);
  const selection = useSelection<string>('', 10);
  const may = (name: string) => name !== 'Hall';
  return (
    <main id="content">
      <Shortcuts />
      <Rows
        label="Places"
        rows={names}
        keyOf={(name) => name}
        empty={null}
        selects={ticksOf(selection, names, { key: (name) => name, label: (name) => `Tick ${name}`, may })}
      >
        {(name) => <Row to={`/places/${name}`} name={name} />}
      </Rows>
      <TickedBar
        selection={selection}
        onPage={names.filter(may)}
        failed="Not deleted"
        onDelete={(name) => {
          onDelete(name);
          if (name === 'Office') return Promise.resolve({ error: new Error('is used') });
          setNames((now) => now.filter((each) => each !== name));
          return Promise.resolve({ data: null });
        }}
      />
    </main>
  );
}

it('ticks rows by x, but for those that may not be; what is refused stays ticked', async () => {
  const deleted = vi.fn<(name: string) => void>();
  const { user } = await openPage(<Ticked onDelete={deleted} />, () => undefined);
  const ticked = () => screen.getAllByRole('checkbox', { name: /^Tick /, checked: true }).length;
  await user.keyboard('jxjxjx');
  expect(ticked()).toBe(2);
  await user.keyboard('x');
  expect(ticked()).toBe(1);
  // Also from the box itself, which is no field for letters.
  await user.click(screen.getByRole('checkbox', { name: 'Tick Office' }));
  await user.keyboard('kkx');
  expect(ticked()).toBe(1);
  await user.keyboard('x');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bakery' })).toBeNull());
  expect(deleted.mock.calls).toEqual([['Bakery'], ['Office']]);
  expect(ticked()).toBe(1);
});
