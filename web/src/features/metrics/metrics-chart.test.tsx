import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TimeZone } from '../../lib/times.ts';
import { chooseLanguage } from '../../lib/i18n.ts';
import { refusal } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { useHistoryTitle } from './history-range.ts';
import MetricsChart from './metrics-chart.tsx';

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

const SERIAL = '1111-2222-3333-4444';
const empty = {
  from: '2026-11-13T00:00:00Z',
  to: '2026-11-20T00:00:00Z',
  resolution: 'raw',
  step_seconds: 60,
  points: [],
};
const Titled = () => (
  <>
    <h3>{useHistoryTitle()}</h3>
    <MetricsChart serial={SERIAL} />
  </>
);
async function openChart(range: string) {
  const address = `/?details_range=${range}`;
  const page = await openPage(<Titled />, () => Response.json(empty), {}, { address });
  await screen.findByRole('heading');
  return page;
}
const heading = (): string | null => screen.getByRole('heading').textContent;

it('names the range that it shows, also when another one is chosen', async () => {
  const { user } = await openChart('7d');
  expect(heading()).toBe('History of the last 7 days');
  await user.click(screen.getByRole('radio', { name: '1 year' }));
  expect(heading()).toBe('History of the last year');
  await user.click(screen.getByRole('radio', { name: '24 h' }));
  expect(heading()).toBe('History of the last 24 hours');
});

it('names chosen days, in the language of the console', async () => {
  await openChart('2026-11-01_2026-11-20');
  expect(heading()).toBe('History from 1 Nov 2026 to 20 Nov 2026');
  await act(() => chooseLanguage('ru'));
  expect(heading()).toMatch(/^История с 1 нояб\. 2026.+ по 20 нояб\. 2026/);
});

it('takes a last day that is chosen before the address with the first one is rendered', async () => {
  const { router } = await openChart('2026-11-16_2026-11-23');
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  act(() => {
    choose('First day', '2026-11-02');
    choose('Last day', '2026-11-13');
  });
  await waitFor(() => expect(router.state.location.search).toBe('?details_range=2026-11-02_2026-11-13'));
});

it('waits with dates that are no range until both are one, and says what is expected', async () => {
  const { router, user } = await openChart('2026-11-16_2026-11-23');
  const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
  const choose = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  await user.clear(last);
  expect(screen.getByRole('alert').textContent).toBe('Choose a day.');
  expect(last.getAttribute('aria-invalid')).toBe('true');
  expect(last.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
  choose(first, '2026-11-30');
  choose(last, '2026-11-29');
  expect(screen.getByRole('alert').textContent).toBe('Choose the first day or a later one.');
  expect(router.state.location.search).toBe('?details_range=2026-11-16_2026-11-23');
  choose(last, '2026-12-01');
  await waitFor(() => expect(router.state.location.search).toBe('?details_range=2026-11-30_2026-12-01'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('refuses a year that is still being typed, in the language of the console', async () => {
  const { router } = await openChart('2026-11-16_2026-11-23');
  await act(() => chooseLanguage('ru'));
  const first = screen.getByLabelText('Первый день');
  fireEvent.change(first, { target: { value: '0002-11-16' } });
  expect(screen.getByRole('alert').textContent).toMatch(/не больше десяти лет/);
  expect(first.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(first, { target: { value: '' } });
  expect(screen.getByRole('alert').textContent).toBe('Выберите день.');
  expect(router.state.location.search).toBe('?details_range=2026-11-16_2026-11-23');
});

it('loads chosen days again when the zone of the viewer changes', async () => {
  const Zoned = () => {
    const [zone, setZone] = useState('Europe/Riga');
    return (
      <TimeZone value={zone}>
        <button onClick={() => setZone('Asia/Tokyo')}>Move</button>
        <MetricsChart serial={SERIAL} />
      </TimeZone>
    );
  };
  const address = '/?details_range=2026-11-16_2026-11-16';
  const { user, requestsTo } = await openPage(<Zoned />, () => Response.json(empty), {}, { address });
  await screen.findByText('Nothing was measured in this time.');
  const begins = () => requestsTo(`/devices/${SERIAL}/metrics/history`).map(({ params }) => params['from']);
  expect(begins()).toEqual(['2026-11-15T22:00:00.000Z']);
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(begins()).toEqual(['2026-11-15T22:00:00.000Z', '2026-11-15T15:00:00.000Z']));
});

it('shows why a history could not be loaded, loads it again, and says that nothing was measured', async () => {
  let broken = true;
  const { user } = await openPage(<MetricsChart serial={SERIAL} />, () =>
    broken ? refusal(500) : Response.json(empty),
  );
  expect(await screen.findByText('Failed to load metrics: 500')).toBeDefined();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nothing was measured in this time.')).toBeDefined();
});
