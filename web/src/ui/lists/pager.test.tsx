import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import { Pager } from './pager.tsx';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
});
afterEach(cleanup);

it.each([
  ['en', 1_201, 'Showing 1,181-1,200 of 1,201 users', 'Page 60 of 61'],
  ['ru', 12_021, 'Показано 1 181-1 200 из 12 021 пользователя', 'Страница 60 из 602'],
  ['ru', 12_022, 'Показано 1 181-1 200 из 12 022 пользователей', 'Страница 60 из 602'],
] as const)('formats its numbers in %s, of %i', async (language, total, showing, where) => {
  await chooseLanguage(language);
  render(
    <Pager
      page={60}
      pageSize={20}
      total={total}
      showing={(range) => i18next.t('users-admin:showing', range)}
      onGo={() => undefined}
    />,
    { wrapper: MantineProvider },
  );
  const text = screen.getByRole('navigation').textContent.replaceAll(/\s/g, ' ');
  expect(text).toContain(showing);
  expect(text).toContain(where);
});

it('shows the number of the present page while another one is loaded, from which Next continues', () => {
  const onGo = vi.fn();
  render(<Pager page={1} target={2} pageSize={20} total={90} showing={() => ''} onGo={onGo} />, {
    wrapper: MantineProvider,
  });
  expect(screen.getByRole('navigation').textContent).toContain('1');
  expect(screen.getByText(/1 .* 5/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onGo.mock.calls).toEqual([[3], [1]]);
});

const show = (props: Partial<Parameters<typeof Pager>[0]>) => {
  const onGo = vi.fn();
  render(<Pager page={3} pageSize={20} total={90} showing={() => ''} onGo={onGo} {...props} />, {
    wrapper: MantineProvider,
  });
  return onGo;
};

it('opens the first and the last page', () => {
  const onGo = show({});
  fireEvent.click(screen.getByRole('button', { name: 'First page' }));
  fireEvent.click(screen.getByRole('button', { name: 'Last page' }));
  expect(onGo.mock.calls).toEqual([[1], [5]]);
});

it.each([
  ['4', 4],
  ['0', 1],
  ['99', 5],
])('opens by the typed number %s page %i', async (typed, page) => {
  const onGo = show({});
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to page' }), `${typed}{Enter}`);
  expect(onGo.mock.calls).toEqual([[page]]);
});

it('has no field for a page number among two pages', () => {
  show({ page: 1, total: 40 });
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('offers page sizes, also while a larger page than the default shows everything', () => {
  const onChoose = vi.fn();
  show({ page: 1, pageSize: 64, total: 21, sizes: { choices: [8, 20, 64], initial: 20, onChoose } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '8' } });
  expect(onChoose.mock.calls).toEqual([[8]]);
});

it('renders nothing while everything fits on one page of the default size', () => {
  show({ page: 1, total: 20, sizes: { choices: [8, 20], initial: 20, onChoose: vi.fn() } });
  expect(screen.queryByRole('navigation')).toBeNull();
});
