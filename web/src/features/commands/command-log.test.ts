import { expect, it } from 'vitest';
import type { CommandMessage, ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { LOG_LENGTH, currentCommand, logCommand, logResponse, progressOf, type CommandLog } from './command-log.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const command = (number: number): CommandMessage => ({
  correlation_id: id(number),
  command: 'install',
  params: {},
  issued_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-20T12:00:15.000Z',
});
const response = (phase: ResponseMessage['phase'], override: Partial<ResponseMessage> = {}): ResponseMessage => ({
  correlation_id: id(1),
  phase,
  success: null,
  result: null,
  error: null,
  error_type: null,
  execution_time_ms: null,
  at: '2026-11-20T12:00:05.000Z',
  ...override,
});
const done = (override: Partial<ResponseMessage> = {}) =>
  response('done', { success: true, result: { version: '2.0.0' }, execution_time_ms: 5_000, ...override });

const sent = (): CommandLog => {
  const log: CommandLog = [];
  logCommand(log, command(1));
  return log;
};

it('follows a command from sent to done', () => {
  const log = sent();
  expect(log[0]).toMatchObject({ state: 'sent', phase: null, success: null });
  logResponse(log, response('accepted'));
  expect(log[0]).toMatchObject({ state: 'accepted', phase: 'accepted' });
  logResponse(log, response('running', { result: { progress: 40, step: 'Downloading' } }));
  expect(progressOf(log[0]!)).toEqual({ percent: 40, step: 'Downloading' });
  expect(currentCommand(log)?.commandId).toBe(id(1));
  logResponse(log, done());
  expect(log[0]).toMatchObject({
    state: 'succeeded',
    success: true,
    result: { version: '2.0.0', executionTime: 5_000 },
  });
  expect(currentCommand(log)).toBeUndefined();
});

it('shows the error text of a device that reports a failure', () => {
  const log = sent();
  logResponse(log, done({ success: false, result: null, error: 'download failed', error_type: 'install_failed' }));
  expect(log[0]).toMatchObject({
    state: 'failed',
    error: 'download failed',
    errorType: 'install_failed',
    result: null,
  });
});

it('never goes back to an earlier phase', () => {
  const log = sent();
  logResponse(log, response('running', { result: { progress: 80, step: 'Unpacking' } }));
  logResponse(log, response('accepted'));
  expect(log[0]?.phase).toBe('running');
  logResponse(log, done());
  logResponse(log, response('running', { result: { progress: 10, step: 'Downloading' } }));
  logResponse(log, done({ success: false, error: 'second answer' }));
  expect(log[0]).toMatchObject({ state: 'succeeded', error: null });
});

it('takes over the result of a device that ends a command after its time-out', () => {
  const log = sent();
  log[0]!.state = 'timed_out';
  logResponse(log, response('running'));
  expect(log[0]?.state).toBe('timed_out');
  logResponse(log, done());
  expect(log[0]?.state).toBe('succeeded');
});

it('adds a redelivered command once, puts the newest first and drops the oldest', () => {
  const log: CommandLog = [];
  for (let number = 1; number <= LOG_LENGTH + 3; number++) logCommand(log, command(number));
  logCommand(log, command(LOG_LENGTH + 3));
  expect(log).toHaveLength(LOG_LENGTH);
  expect(log[0]?.commandId).toBe(id(LOG_LENGTH + 3));
});

it('shows a command that waited for the device as sent when it is published, and never again', () => {
  const log = sent();
  log[0]!.state = 'queued';
  expect(currentCommand(log)).toBeUndefined();
  logCommand(log, command(1));
  expect(log.map(({ state }) => state)).toEqual(['sent']);
  logResponse(log, done());
  logCommand(log, command(1));
  expect(log.map(({ state }) => state)).toEqual(['succeeded']);
});

it('ignores the response to a command that is not in the log', () => {
  const log = sent();
  logResponse(log, done({ correlation_id: id(9) }));
  expect(log).toEqual(sent());
});

it.each([
  { progress: null, expected: { percent: null, step: null } },
  { progress: { progress: 140, step: 7 }, expected: { percent: 100, step: null } },
  { progress: { progress: '40', step: '' }, expected: { percent: null, step: null } },
])('limits the progress $progress to a percentage and a text', ({ progress, expected }) => {
  expect(progressOf({ ...sent()[0]!, progress })).toEqual(expected);
});
