import { topics } from '@belfry/schemas/mqtt/topics';
import type { CommandResultAnswer } from '@belfry/schemas/http/commands/commands';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { baseApi } from '../../lib/api/base-api.ts';
import { startI18n } from '../../lib/i18n.ts';
import { startLiveConnection } from '../../testing/live-connection.ts';
import { stubServer } from '../../testing/fake-server.ts';
import { createTestStore, renderPage } from '../../testing/render-page.tsx';
import { CommandHistory } from './command-history.tsx';

const SERIAL = '1234-5678-9012-3456';
const PATH = `/rpi/devices/commands/${SERIAL}`;
const entry = (overrides: Partial<CommandResultAnswer> = {}): CommandResultAnswer => ({
  commandId: '6f0ee1c8-9f7c-4b35-b4bb-b0a3f6f3a111',
  command: 'reboot',
  state: 'sent',
  phase: null,
  progress: null,
  success: null,
  result: null,
  error: null,
  errorType: null,
  issued_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-20T12:00:15.000Z',
  settled_at: null,
  ...overrides,
});

beforeEach(async () => {
  await startI18n();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openHistory(log: CommandResultAnswer[]) {
  let answer = log;
  const { requestsTo } = stubServer(({ path }) => (path === PATH ? Response.json(answer) : undefined));
  const { broker, stream } = startLiveConnection();
  const store = createTestStore({ stream });
  renderPage(<CommandHistory serial={SERIAL} cancels />, { store });
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await advanceTime(1_000);
  return {
    broker,
    store,
    advanceTime,
    requests: () => requestsTo(PATH).length,
    answers: (next: CommandResultAnswer[]) => (answer = next),
  };
}

it('sends one request while a command is open: it does not poll', async () => {
  const { requests, advanceTime } = await openHistory([entry()]);
  expect(screen.getByText('Sent')).toBeDefined();
  await advanceTime(60_000);
  expect(requests()).toBe(1);
});

it('sends no request for a response to a command that it does not show', async () => {
  const { broker, requests, advanceTime } = await openHistory([]);
  broker.publish(topics.responses(SERIAL), {
    correlation_id: entry().commandId,
    phase: 'accepted',
    at: '2026-11-20T12:00:01.000Z',
  });
  await advanceTime(5_000);
  expect(requests()).toBe(1);
});

it('shows what was settled during a disconnection when the tag Live is invalidated', async () => {
  const { answers, requests, store, advanceTime } = await openHistory([entry()]);
  answers([
    entry({ state: 'expired', success: false, error: 'The device did not answer', settled_at: entry().issued_at }),
  ]);
  act(() => void store.dispatch(baseApi.util.invalidateTags(['Live'])));
  await advanceTime(1_000);
  expect(requests()).toBe(2);
  expect(screen.getByText('The device did not answer')).toBeDefined();
});
