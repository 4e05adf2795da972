import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ComboboxItem } from '@mantine/core';
import { startI18n } from '../../lib/i18n.ts';
import { renderUi } from '../../testing/render-page.tsx';
import { ServerSelect } from './server-select.tsx';

const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
const chosen = vi.fn();
const ANNA = { value: '1', label: 'Anna' };
const BOB = { value: '2', label: 'Bob' };
let user: ReturnType<typeof userEvent.setup>;
let found: ComboboxItem[] | null;
const listeners = new Set<() => void>();
function setFound(next: ComboboxItem[] | null): void {
  found = next;
  for (const listener of listeners) listener();
}
const answer = (next: ComboboxItem[]): void => act(() => setFound(next));
function useFound(): ComboboxItem[] | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => found,
  );
}

function Form() {
  const [choice, setChoice] = useState<ComboboxItem | null>(ANNA);
  const matches = useFound();
  return (
    <form onSubmit={submitted}>
      <ServerSelect
        label="Owner"
        choice={choice}
        matches={matches ?? [ANNA, BOB]}
        searching={matches === null}
        onChoose={(item) => {
          chosen(item);
          setChoice(item);
        }}
        onSearch={(text) => text !== '' && setFound(null)}
        onOpened={() => undefined}
        clearLabel="Clear"
        noneText="None"
      />
      <button type="submit">Save</button>
    </form>
  );
}
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Owner' });
async function typeAndEnter(text: string): Promise<void> {
  await user.click(field());
  fireEvent.change(field(), { target: { value: text } });
  await user.keyboard('{Enter}');
}

beforeEach(async () => {
  user = userEvent.setup({ delay: null });
  found = [ANNA, BOB];
  await startI18n();
  renderUi(<Form />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('Enter right after typing chooses the first match once the server has answered, and does not submit the form', async () => {
  await typeAndEnter('carl');
  expect(chosen).not.toHaveBeenCalled();
  answer([{ value: '3', label: 'Carl' }]);
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ value: '3' }));
  expect(field().value).toBe('Carl');
  expect(submitted).not.toHaveBeenCalled();
});

it('Enter chooses nothing where there is no match, and where typing goes on', async () => {
  await typeAndEnter('xyz');
  answer([]);
  await typeAndEnter('bo');
  fireEvent.change(field(), { target: { value: 'bor' } });
  answer([BOB]);
  expect(chosen).not.toHaveBeenCalled();
  expect(submitted).not.toHaveBeenCalled();
});

it('Enter chooses the match to which the arrow keys have moved', async () => {
  await user.click(field());
  fireEvent.change(field(), { target: { value: 'o' } });
  answer([{ value: '4', label: 'Otto' }, BOB]);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ value: '2' }));
});

it('Enter without a search opens the list and keeps the choice', async () => {
  await user.click(field());
  await user.keyboard('{Escape}{Enter}');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  expect(chosen).not.toHaveBeenCalled();
  expect(submitted).not.toHaveBeenCalled();
});
