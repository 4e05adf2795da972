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
  const field = (now: string) => (
    <SearchField label="Search" placeholder="" value={now} onChange={onChange} onLeave={onLeave} />
  );
  const { unmount, rerender } = render(field(value), { wrapper: MantineProvider });
  const input = screen.getByRole<HTMLInputElement>('textbox');
  const show = (now: string): void => rerender(field(now));
  return { onChange, onLeave, unmount, show, user: userEvent.setup({ delay: null }), input };
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

it('keeps what is typed before the page has rendered the text that was reported last', async () => {
  const { onChange, show, user, input } = open();
  for (const text of ['no{Enter}', 'rth{Enter}', ' gate']) await user.type(input, text);
  expect(onChange.mock.calls).toEqual([['no'], ['north']]);
  for (const rendered of ['no', 'north']) {
    show(rendered);
    expect(input.value).toBe('north gate');
  }
});

it('follows a link, also to a text that was reported earlier', async () => {
  const { show, user, input } = open();
  await user.type(input, 'north{Enter}');
  for (const rendered of ['north', '', 'south', 'north']) {
    show(rendered);
    expect(input.value).toBe(rendered);
  }
});
