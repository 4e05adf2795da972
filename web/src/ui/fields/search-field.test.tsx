import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../lib/i18n.ts';
import { SearchField } from './search-field.tsx';

beforeEach(() => startI18n().then(() => undefined));
afterEach(cleanup);

function open(value = '') {
  const [onChange, onLeave] = [vi.fn(), vi.fn()];
  const field = <SearchField label="Search" placeholder="" value={value} onChange={onChange} onLeave={onLeave} />;
  const { unmount } = render(field, { wrapper: MantineProvider });
  return { onChange, onLeave, unmount, user: userEvent.setup({ delay: null }), input: screen.getByRole('textbox') };
}

it('reports the text when the page is left before typing has paused', async () => {
  const { onChange, onLeave, unmount, user, input } = open();
  await user.type(input, ' north ');
  unmount();
  expect(onLeave).toHaveBeenCalledExactlyOnceWith('north');
  expect(onChange).not.toHaveBeenCalled();
});

it('reports nothing when the page is left with an unchanged text', async () => {
  const { onLeave, unmount } = open('north');
  unmount();
  expect(onLeave).not.toHaveBeenCalled();
});
