import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubServer } from '../../testing/fake-server.ts';
import { createTestStore } from '../../testing/render-page.tsx';
import { runCommand } from './run-command.ts';

const SERIAL = '1234-5678-9012-3456';
const COMMAND_ID = '00000000-0000-4000-8000-000000000001';
const RESULT = `/rpi/devices/command/result/${SERIAL}/${COMMAND_ID}`;
const entry = (override: object) => ({
  commandId: COMMAND_ID,
  command: 'clear_cache',
  state: 'accepted',
  phase: 'accepted',
  progress: null,
  success: null,
  result: null,
  error: null,
  errorType: null,
  issued_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-20T12:05:00.000Z',
  settled_at: null,
  ...override,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the command on a server that answers the nth poll as given. */
function start(
  poll: (attempt: number) => Response,
  started: Response = Response.json({ success: true, commandId: COMMAND_ID }),
) {
  let attempts = 0;
  const server = stubServer(({ method }) => (method === 'POST' ? started : poll(++attempts)));
  const onSent = vi.fn<(commandId: string) => void>();
  const store = createTestStore();
  const end = runCommand(store.dispatch, { serial: SERIAL, command: 'clear_cache', params: {} }, { onSent });
  return { end, onSent, polls: () => server.requestsTo(RESULT).length };
}

it('polls the result once a second and returns it as the command table types it', async () => {
  const result = { freed_bytes: 5, removed_files: 1, executionTime: 900 };
  const { end, onSent, polls } = start((attempt) =>
    Response.json(attempt < 3 ? entry({}) : entry({ state: 'succeeded', success: true, result })),
  );
  await vi.advanceTimersByTimeAsync(900);
  expect(onSent).toHaveBeenCalledExactlyOnceWith(COMMAND_ID);
  expect(polls()).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(polls()).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await end).toEqual({ kind: 'succeeded', result: { freed_bytes: 5, removed_files: 1 } });
  expect(polls()).toBe(3);
});

it('ends without a result after ten polls, of which some may fail', async () => {
  const { end, polls } = start((attempt) =>
    attempt % 2 === 0 ? Response.json({}, { status: 500 }) : Response.json(entry({})),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await end).toEqual({ kind: 'unanswered' });
  expect(polls()).toBe(10);
});

it('returns the failure that the device reports', async () => {
  const failed = entry({ state: 'failed', success: false, error: 'disk is read-only', errorType: 'io_error' });
  const { end } = start(() => Response.json(failed));
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await end).toEqual({ kind: 'failed', error: 'disk is read-only', errorType: 'io_error' });
});

it('reports a result that the command table does not allow as invalid', async () => {
  const { end } = start(() =>
    Response.json(entry({ state: 'succeeded', result: { freed_bytes: 'many', executionTime: 9 } })),
  );
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await end).toEqual({ kind: 'failed', error: null, errorType: 'invalid_response' });
});

it('returns a refusal of the server without polling', async () => {
  const refusal = {
    success: false,
    commandId: null,
    message: '',
    result: null,
    error: 'offline',
    errorType: 'device_offline',
  };
  const { end, polls } = start(() => Response.json(entry({})), Response.json(refusal, { status: 409 }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await end).toEqual({ kind: 'failed', error: 'offline', errorType: 'device_offline' });
  expect(polls()).toBe(0);
});
