import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { renderUi } from '../../testing/render-page.tsx';
import { PickerDialog } from './picker-dialog.tsx';

const FALLBACK = ['English', 'Russian'];
const LOADED = ['Arabic', 'English', 'French', 'Russian'];
const picked = vi.fn();
let user: ReturnType<typeof userEvent.setup>;

const pickerOf = (names: string[], selected = '') => (
  <PickerDialog
    opened
    title="Language"
    placeholder="Search"
    selected={selected}
    search={(typed) =>
      names
        .filter((name) => name.toLowerCase().includes(typed))
        .map((name) => ({ value: name, name, flag: '', detail: '' }))
    }
    onPick={picked}
    onClose={vi.fn()}
  />
);
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Search' });
const highlighted = (): string | null | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

beforeEach(async () => {
  user = userEvent.setup();
  await startI18n();
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('highlights the best match, and Enter selects it', async () => {
  renderUi(pickerOf(LOADED));
  await user.type(field(), 'fre');
  expect(highlighted()).toBe('French');
  await user.keyboard('{Enter}');
  expect(picked).toHaveBeenCalledExactlyOnceWith('French');
});

it('highlights and selects a match that is loaded after the text was typed', async () => {
  const { rerender } = renderUi(pickerOf(FALLBACK));
  await user.type(field(), 'fre');
  await user.keyboard('{Enter}');
  expect(picked).not.toHaveBeenCalled();
  rerender(pickerOf(LOADED));
  expect(highlighted()).toBe('French');
  await user.keyboard('{Enter}');
  expect(picked).toHaveBeenCalledExactlyOnceWith('French');
});

it('selects the highlighted option, although others were loaded before it', async () => {
  const { rerender } = renderUi(pickerOf(FALLBACK, 'English'));
  await user.click(field());
  expect(highlighted()).toBe('English');
  rerender(pickerOf(LOADED, 'English'));
  expect(highlighted()).toBe('English');
  await user.keyboard('{Enter}');
  expect(picked).toHaveBeenCalledExactlyOnceWith('English');
});
