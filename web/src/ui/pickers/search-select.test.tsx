import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { letPass } from '@belfry/schemas/testing/clock';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { SearchSelect } from './search-select.tsx';
import { renderUi } from '../../testing/render-page.tsx';

const submitted = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
const changed = vi.fn();
const DATA = [
  { value: 'DE', label: 'Germany' },
  { value: 'JM', label: 'Jamaica' },
  { value: 'JP', label: 'Japan' },
];
const LOADED = [
  { value: 'DE', label: 'Federal Republic of Germany' },
  { value: 'JE', label: 'Jersey' },
  { value: 'JP', label: 'Japan' },
];
let user: ReturnType<typeof userEvent.setup>;

function Form() {
  const [country, setCountry] = useState('DE');
  const [data, setData] = useState(DATA);
  return (
    <form onSubmit={submitted}>
      <SearchSelect
        label="Country"
        data={data}
        value={country}
        onChange={(picked) => {
          changed(picked);
          setCountry(picked);
        }}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={() => setData(LOADED)}>
        Load
      </button>
    </form>
  );
}
const field = (): HTMLInputElement => screen.getByRole('combobox', { name: 'Country' });
const highlighted = (): string | null | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(async () => {
  user = userEvent.setup();
  await startI18n();
  renderUi(<Form />);
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('highlights the first match, and Enter selects it without submitting the form', async () => {
  await user.tab();
  await user.keyboard('jap');
  expect(highlighted()).toBe('Japan');
  await user.keyboard('{Enter}');
  expect(changed).toHaveBeenCalledExactlyOnceWith('JP');
  expect(field().value).toBe('Japan');
  expect(submitted).not.toHaveBeenCalled();
});

it.each(['just opened', 'closed'])(
  'Enter right after typing selects the first match, also in a %s list',
  async (state) => {
    if (state === 'closed') await user.type(field(), '{Escape}');
    act(() => {
      field().focus();
      fireEvent.change(field(), { target: { value: 'jap' } });
    });
    // The list of the library looks for the selected option in a timer when it opens.
    await act(async () => letPass(0));
    fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' });
    expect(changed).toHaveBeenCalledExactlyOnceWith('JP');
    expect(field().value).toBe('Japan');
  },
);

it('never submits the form with Enter, whether closed or without a match', async () => {
  await user.tab();
  await user.keyboard('{Escape}{Enter}');
  expect(field().getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('xyz{Enter}');
  expect(field().getAttribute('aria-activedescendant')).toBeNull();
  expect(changed).not.toHaveBeenCalled();
  expect(submitted).not.toHaveBeenCalled();
});

it('restores the selection on Escape, on blur, and when it is selected again', async () => {
  await user.tab();
  await user.keyboard('jap{Escape}');
  expect(field().value).toBe('Germany');
  await user.clear(field());
  await user.keyboard('ger{Enter}');
  expect(field().value).toBe('Germany');
  await user.clear(field());
  await user.keyboard('jap');
  await user.tab();
  expect(field().value).toBe('Germany');
  expect(changed).not.toHaveBeenCalled();
});

it('selects the text on a click, so that typing replaces it', async () => {
  await user.click(field());
  expect(field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0)).toBe('Germany');
});

it('keeps what was typed when the list is loaded with another label for the choice', async () => {
  await user.tab();
  await user.keyboard('jer');
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(field().value).toBe('jer');
  await user.keyboard('s{Enter}');
  expect(changed).toHaveBeenCalledExactlyOnceWith('JE');
  expect(field().value).toBe('Jersey');
});

it('shows the label of the choice that is loaded while nothing is typed', async () => {
  await user.tab();
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(field().value).toBe('Federal Republic of Germany');
  await user.keyboard('{Escape}');
  expect(field().value).toBe('Federal Republic of Germany');
});

it('selects the label again that is loaded into the open list, so that typing replaces it', async () => {
  await user.click(field());
  fireEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(field().value).toBe('Federal Republic of Germany');
  await user.keyboard('jer');
  expect(field().value).toBe('jer');
  await user.keyboard('{Enter}');
  expect(changed).toHaveBeenCalledExactlyOnceWith('JE');
});
