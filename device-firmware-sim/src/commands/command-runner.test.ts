import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { responseMessageSchema, type ResponseMessage } from '@belfry/schemas/mqtt/messages';
import { isoTime } from '../hardware/clock.ts';
import { createCommandRunner } from './command-runner.ts';
import { newCounters } from '../device/counters.ts';
import { createResponses } from '../device/responses.ts';
import type { Behaviour } from '../fleet/device-profiles.ts';
import { createTestContext } from '../testing/test-context.ts';

function begin(behaviour: Partial<Behaviour> = {}) {
  const context = createTestContext(behaviour);
  const { clock } = context;
  const counters = newCounters();
  const responses: ResponseMessage[] = [];
  const publish = (message: ResponseMessage) => responses.push(responseMessageSchema.parse(message)) > 0;
  const start = () =>
    createCommandRunner(Object.assign(context, { counters, responses: createResponses({ ...context, publish }) }));
  const runner = start();
  const command = (name: string, params: object = {}, more: object = {}) => ({
    correlation_id: randomUUID(),
    command: name,
    params,
    issued_at: isoTime(clock.now()),
    expires_at: isoTime(clock.now() + 15_000),
    ...more,
  });
  const phases = () => responses.map(({ phase, success }) => (success === null ? phase : `${phase} ${success}`));
  return { context, clock, counters, responses, runner, command, phases, start };
}

test('a short command is accepted at once, then done with its result and execution time', async () => {
  const { runner, command, clock, responses, phases, counters } = begin();
  const sent = command('set_volume', { channel: 0, volume: 30 });
  runner.receive(sent);
  expect(phases()).toEqual(['accepted']);
  await clock.advance(1_000);
  expect(phases()).toEqual(['accepted', 'done true']);
  expect(responses[1]).toMatchObject({
    correlation_id: sent.correlation_id,
    result: { channel: 0, volume: 30 },
    error: null,
    execution_time_ms: expect.any(Number),
  });
  expect(counters).toMatchObject({ commandsOk: 1, commandsFailed: 0 });
});

test('a long command reports its progress', async () => {
  const { runner, command, clock, responses } = begin();
  runner.receive(command('system_diagnostics'));
  await clock.advance(20_000);
  const running = responses.find(({ phase }) => phase === 'running');
  expect(running?.result).toEqual({ progress: 0, step: expect.stringContaining('checking') });
  expect(responses.at(-1)?.phase).toBe('done');
});

test('the speed factor shortens commands', async () => {
  const { runner, command, clock, context, phases } = begin();
  context.speed = 20;
  runner.receive(command('install'));
  await clock.advance(2_000);
  expect(phases().at(-1)).toBe('done true');
});

test('a repeated command gets the stored response and is not run twice', async () => {
  const { runner, command, clock, context, responses } = begin();
  const reboot = command('reboot');
  runner.receive(reboot);
  await clock.advance(10_000);
  const first = responses.at(-1);
  runner.receive(reboot);
  await clock.advance(10_000);
  expect(responses.at(-1)).toEqual(first);
  expect(context.published.restarts).toHaveLength(1);
});

test('a command that is repeated while it runs gets its last phase', async () => {
  const { runner, command, clock, responses, phases } = begin();
  const scan = command('wifi_scan');
  runner.receive(scan);
  runner.receive(scan);
  await clock.advance(10_000);
  expect(phases().filter((phase) => phase.startsWith('done'))).toEqual(['done true']);
  expect(new Set(responses.map(({ correlation_id }) => correlation_id)).size).toBe(1);
});

test('the stored responses survive a restart of the device and are limited in number', async () => {
  const { runner, command, clock, responses, context, start } = begin();
  const first = command('contact_support');
  runner.receive(first);
  await clock.advance(5_000);
  const ticket = responses.at(-1)?.result;
  start().receive(first);
  expect(responses.at(-1)?.result).toEqual(ticket);
  for (let at = 0; at < 150; at++) runner.receive(command('system_info'));
  await clock.advance(5_000);
  expect(context.flash.memory.answers).toHaveLength(100);
  expect(context.flash.memory.answers.some(({ correlation_id }) => correlation_id === first.correlation_id)).toBe(
    false,
  );
});

test('an expired command is ignored and counted, by the clock of the device', async () => {
  const { runner, command, clock, responses, counters } = begin();
  const late = command('system_info');
  await clock.advance(15_000);
  runner.receive(late);
  await clock.advance(5_000);
  expect(responses).toEqual([]);
  expect(counters.commandsExpired).toBe(1);
});

test('an unknown command and invalid parameters are answered with their error types', () => {
  const { runner, command, responses, counters } = begin();
  runner.receive(command('make_coffee'));
  runner.receive(command('set_volume', { channel: 9, volume: 'loud' }));
  runner.receive(command('set_volume', { channel: 1, volume: 10, extra: 1 }));
  expect(responses.map(({ phase, success, error_type }) => [phase, success, error_type])).toEqual([
    ['done', false, 'unknown_command'],
    ['done', false, 'invalid_params'],
    ['done', false, 'invalid_params'],
  ]);
  expect(responses[1]?.error).toMatch(/^channel: .*; volume: /);
  expect(counters.commandsFailed).toBe(3);
});

test.each([undefined, null, 'reboot', 42, [], {}, { command: 'reboot' }])(
  'counts %j as an invalid payload and does not answer it',
  (payload) => {
    const { runner, responses, counters } = begin();
    runner.receive(payload);
    expect(responses).toEqual([]);
    expect(counters.invalidPayloads).toBe(1);
  },
);

test('a second long command is refused while one is running, a short one is not', async () => {
  const { runner, command, clock, responses } = begin();
  runner.receive(command('install'));
  const reboot = command('reboot');
  runner.receive(reboot);
  const volume = command('set_volume', { channel: 1, volume: 1 });
  runner.receive(volume);
  await clock.advance(500);
  const answerTo = (id: string) => responses.findLast(({ correlation_id }) => correlation_id === id);
  expect(answerTo(reboot.correlation_id)).toMatchObject({ success: false, error_type: 'busy' });
  expect(answerTo(volume.correlation_id)).toMatchObject({ success: true });
  await clock.advance(60_000);
  expect(responses.filter(({ success }) => success)).toHaveLength(2);
  runner.receive(command('reboot'));
  await clock.advance(60_000);
  expect(responses.filter(({ success }) => success)).toHaveLength(3);
});

test('an exception in a command is answered and does not stop the device', async () => {
  const { runner, command, clock, responses, context } = begin();
  context.sensors.clearLogs = () => {
    throw new TypeError('no such file');
  };
  runner.receive(command('clear_logs'));
  runner.receive(command('clear_cache'));
  await clock.advance(5_000);
  const ended = responses.filter(({ phase }) => phase === 'done');
  expect(ended.map(({ success, error_type }) => [success, error_type])).toEqual([
    [false, 'internal_error'],
    [true, null],
  ]);
});

test('a command that the device itself initiates sends no response', async () => {
  const { runner, clock, responses, context } = begin();
  runner.runByItself('install');
  expect(context.work.running).toBe('install');
  await clock.advance(60_000);
  expect(context.work.running).toBeNull();
  expect(context.flash.memory.device_version).toBe('3.4');
  expect(responses).toEqual([]);
});

test('flaky devices fail sometimes, with an error', async () => {
  const { runner, command, clock, responses, counters } = begin({ flaky: true });
  for (let at = 0; at < 30; at++) {
    runner.receive(command('install'));
    await clock.advance(60_000);
  }
  expect(counters.commandsOk).toBeGreaterThan(5);
  expect(counters.commandsFailed).toBeGreaterThan(2);
  const failed = responses.filter(({ success }) => success === false);
  expect(new Set(failed.map(({ error_type }) => error_type))).toEqual(new Set(['install_failed']));
});
