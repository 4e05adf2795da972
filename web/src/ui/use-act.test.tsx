import { MantineProvider } from '@mantine/core';
import { notifications, Notifications } from '@mantine/notifications';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ApiError } from '../lib/api/api-error.ts';
import { startI18n } from '../lib/i18n.ts';
import { useAct } from './use-act.ts';

beforeAll(startI18n);
afterEach(() => {
  cleanup();
  notifications.clean();
});

type Answer = { data?: { count: number } | null; error?: unknown };
type Props = {
  call: () => Promise<Answer>;
  options?: Parameters<typeof useAct>[0];
  onAnswer?: (answer: unknown) => void;
};

function Page({ call, options, onAnswer }: Props) {
  const { act, pending, failure, fail } = useAct(options);
  const press = async (): Promise<void> => {
    const answer = await act(call, {
      done: (changed) => `Changed ${changed?.count ?? 'all'}`,
      failed: 'Not changed',
      textOf: (error) => (error === 'special' ? 'A special reason' : undefined),
    });
    onAnswer?.(answer);
  };
  return (
    <MantineProvider env="test">
      <Notifications />
      <button onClick={() => void press()}>{pending ? 'Changing' : 'Change'}</button>
      <button onClick={() => fail('Too long')}>Check</button>
      {failure !== null && <p role="note">{failure}</p>}
    </MantineProvider>
  );
}
const press = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: /Chang/ }));
const ERROR: ApiError = { status: 409, code: 'conflict', message: 'Taken by another', details: [] };

it('says that a call has succeeded, and resolves to its answer', async () => {
  const onAnswer = vi.fn();
  render(<Page call={async () => ({ data: { count: 3 } })} onAnswer={onAnswer} />);
  await press();
  expect(await screen.findByText('Changed 3')).toBeTruthy();
  expect(onAnswer).toHaveBeenCalledWith({ count: 3 });
});

it.each([
  ['the text of the server', ERROR, 'Taken by another'],
  ['the text of this place', 'special', 'A special reason'],
  ['its own text where the server sent none', new TypeError('x'), 'Not changed'],
])('shows a failure as a toast with %s, and resolves to undefined', async (_text, error, text) => {
  const onAnswer = vi.fn();
  render(<Page call={async () => ({ error })} onAnswer={onAnswer} />);
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(onAnswer).toHaveBeenCalledWith(undefined);
});

it('takes what a call throws for a failure', async () => {
  render(<Page call={() => Promise.reject(new Error('offline'))} options={{ inline: true }} />);
  await press();
  expect((await screen.findByRole('note')).textContent).toBe('Not changed');
  expect(screen.getByRole('button', { name: 'Change' })).toBeTruthy();
});

it('keeps a failure in place until the next call, where its place is inline', async () => {
  const call = vi.fn<Props['call']>().mockResolvedValueOnce({ error: ERROR }).mockResolvedValueOnce({ data: null });
  render(<Page call={call} options={{ inline: true }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByRole('note').textContent).toBe('Too long');
  await press();
  expect(screen.getByRole('note').textContent).toBe('Taken by another');
  expect(screen.queryByRole('alert')).toBeNull();
  await press();
  expect(screen.queryByRole('note')).toBeNull();
  expect(await screen.findByText('Changed all')).toBeTruthy();
});

it.each([
  ['ignores a second press while the first is pending', {}, 1],
  ['makes a second call beside the first where calls are parallel', { parallel: true }, 2],
])('%s', async (_what, options, calls) => {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const call = vi.fn(() => promise);
  render(<Page call={call} options={options} />);
  await press();
  expect(screen.getByRole('button', { name: 'Changing' })).toBeTruthy();
  await press();
  expect(call).toHaveBeenCalledTimes(calls);
  resolve({ data: null });
  expect(await screen.findByRole('button', { name: 'Change' })).toBeTruthy();
});
