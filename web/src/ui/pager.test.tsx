import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../lib/i18n.ts';
import { Pager } from './pager.tsx';

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
});
afterEach(cleanup);

it.each([
  ['en', 1_201, 'Showing 1,181-1,200 of 1,201 messages', 'Page 60 of 61'],
  ['ru', 12_021, 'Показаны 1 181-1 200 из 12 021 сообщения', 'Страница 60 из 602'],
  ['ru', 12_022, 'Показаны 1 181-1 200 из 12 022 сообщений', 'Страница 60 из 602'],
] as const)('formats its numbers in %s, of %i', async (language, total, showing, where) => {
  await chooseLanguage(language);
  render(
    <Pager
      page={60}
      pageSize={20}
      total={total}
      showing={(range) => i18next.t('outbox:showing', range)}
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
  const [previous, next] = screen.getAllByRole('button');
  fireEvent.click(next!);
  fireEvent.click(previous!);
  expect(onGo.mock.calls).toEqual([[3], [1]]);
});
