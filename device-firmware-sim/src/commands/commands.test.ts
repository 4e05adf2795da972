import { describe, expect, test } from 'vitest';
import { COMMANDS, commandTable, type Command, type CommandParams } from '@belfry/schemas/mqtt/commands';
import { createTestContext, type TestContext } from '../testing/test-context.ts';
import type { Behaviour } from '../fleet/device-profiles.ts';
import { CommandError, type CommandContext } from '../device/types.ts';
import { runCommand } from './commands.ts';

const RUN_ID = '5f2d9c0e-6f5c-4f0e-9d0a-3f1f0d7a1b11';
const EXAMPLES: { [C in Command]: CommandParams<C> } = {
  set_volume: { channel: 1, volume: 40 },
  test_voices: { args: 'play' },
  test_music: { args: '--play' },
  test_radio: { args: ['play', 'https://radio.test/live'] },
  play: { run_id: RUN_ID, items: [{ sha256: 'a'.repeat(64), duration_ms: 1_000 }], priority: 'say_now' },
  stop: { run_id: RUN_ID },
  page_open: {
    page_id: RUN_ID,
    run_id: RUN_ID,
    codec: 'opus',
    frame_ms: 40,
    starts_at: '2026-01-15T12:00:00.000Z',
    chime: null,
    priority: 'say_now',
    busy: 'interrupt',
  },
  page_close: { page_id: RUN_ID },
  output: { output: 'strobe', state: 'pulse', duration_ms: 500, pause_ms: 500, repeat: 3 },
  mpd_player: { args: [1, 'status'] },
  wifi_scan: {},
  install: { version: '3.5' },
  reboot: {},
  reinstall: {},
  clear_cache: {},
  clear_logs: {},
  refresh_info: {},
  export_info: {},
  system_diagnostics: {},
  sound_test: { level: 60 },
  contact_support: { message: 'It hums' },
  system_status: {},
  system_info: {},
  check_services: {},
};

function begin(behaviour: Partial<Behaviour> = {}) {
  const context = createTestContext(behaviour);
  const steps: { progress: number; step: string }[] = [];
  const run = async <C extends Command>(command: C, params: CommandParams<C>, fails = false) =>
    runCommand(command, contextFor(context, params, steps, fails));
  return { context, steps, run };
}

const contextFor = <C extends Command>(
  context: TestContext,
  params: CommandParams<C>,
  steps: { progress: number; step: string }[],
  fails: boolean,
): CommandContext<C> => ({
  ...context,
  params,
  expiresAt: context.clock.now() + 60_000,
  fails: () => fails,
  wait: (seconds) => context.clock.advance(seconds * 1_000),
  reportStep(progress, step, seconds) {
    steps.push({ progress, step });
    return context.clock.advance(seconds * 1_000);
  },
});

describe.each(COMMANDS)('%s', (command) => {
  test('returns the result of the command table', async () => {
    const { run } = begin();
    expect(commandTable[command].params.safeParse(EXAMPLES[command]).success).toBe(true);
    const result = await run(command, EXAMPLES[command]);
    expect(commandTable[command].result.parse(result)).toEqual(result);
  });

  test('ends with a result or an error on a flaky device', async () => {
    const { run } = begin({ flaky: true });
    const ended = await run(command, EXAMPLES[command], true).then(
      (result) => commandTable[command].result.safeParse(result).success,
      (error: unknown) => error instanceof CommandError && error.message !== '' && error.errorType !== '',
    );
    expect(ended).toBe(true);
  });
});

test.each(['install', 'reinstall', 'reboot', 'wifi_scan', 'system_diagnostics'] as const)(
  '%s reports increasing progress',
  async (command) => {
    const { run, steps } = begin();
    await run(command, EXAMPLES[command]);
    const progress = steps.map((step) => step.progress);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(steps.every(({ step }) => step !== '')).toBe(true);
  },
);

test('a volume takes effect at once and survives a restart', async () => {
  const { run, context } = begin();
  await run('set_volume', { channel: 2, volume: 25 });
  expect(context.players.status('radio').volume).toBe(25);
  expect(context.flash.memory.settings.radio_volume).toBe(25);
});

test('both argument forms of the console are equivalent', async () => {
  const { run } = begin();
  expect(await run('mpd_player', { args: '1 play' })).toMatchObject({ channel: 'music', state: 'playing' });
  expect(await run('mpd_player', { args: [1, '--stop'] })).toMatchObject({ channel: 'music', state: 'stopped' });
  expect(await run('test_voices', { args: 'play' })).toMatchObject({ channel: 'voice', state: 'playing' });
  expect(await run('test_voices', { args: '' })).toMatchObject({ channel: 'voice', state: 'playing' });
});

test.each([
  ['mpd_player', { args: '7 play' }],
  ['mpd_player', { args: 'play' }],
  ['test_music', { args: 'dance' }],
  ['test_music', { args: 'play https://radio.test/live' }],
  ['test_radio', { args: 'play nonsense' }],
] as const)('%s refuses %j', async (command, params) => {
  await expect(begin().run(command, params)).rejects.toMatchObject({ errorType: 'invalid_params' });
});

test('an installation changes the version, restarts the players and sets the status to maintenance meanwhile', async () => {
  const { run, context } = begin({ autoplay: 'music' });
  const before = context.flash.memory.device_version;
  expect(await run('install', { version: '3.5' })).toEqual({ version: '3.5', previous_version: before });
  expect(context.flash.memory).toMatchObject({ device_version: '3.5', date_udate_version: expect.any(String) });
  expect(context.published.statuses).toEqual(['maintenance', 'online']);
  expect(context.players.status('music').state).toBe('playing');
});

test('an installation without a version installs the latest', async () => {
  expect(await begin().run('install', {})).toMatchObject({ version: '3.4' });
});

test('an installation goes back to no older version, unless that is allowed', async () => {
  const { run, context } = begin();
  context.flash.memory.device_version = '3.6';
  await expect(run('install', { version: '3.5' })).rejects.toMatchObject({ errorType: 'version_below' });
  expect(await run('install', {})).toMatchObject({ version: '3.6' });
  expect(await run('install', { version: '3.5', allow_downgrade: true })).toMatchObject({ version: '3.5' });
});

test('a failed download leaves the old version installed and the device online', async () => {
  const { run, context } = begin();
  const before = context.flash.memory.device_version;
  await expect(run('install', { version: '3.5' }, true)).rejects.toMatchObject({
    errorType: 'install_failed',
    message: 'download failed: checksum mismatch',
  });
  expect(context.flash.memory.device_version).toBe(before);
  expect(context.published.statuses.at(-1)).toBe('online');
});

test('a reboot takes two to five seconds and resets the uptime', async () => {
  const { run, context } = begin();
  expect(await run('reboot', {})).toEqual({ uptime_seconds: 0 });
  expect(context.published.restarts).toHaveLength(1);
  expect(context.published.restarts[0]).toBeGreaterThanOrEqual(2_000);
  expect(context.published.restarts[0]).toBeLessThanOrEqual(5_000);
});

test('a second concurrent scan is refused', async () => {
  const { run } = begin();
  const first = run('wifi_scan', {});
  await expect(run('wifi_scan', {})).rejects.toMatchObject({ errorType: 'radio_busy' });
  const { networks } = await first;
  expect(networks.map(({ signal }) => signal)).toEqual(
    networks.map(({ signal }) => signal).sort((one, other) => other - one),
  );
});

test('a scan finds the network in use, and the same other networks each time', async () => {
  const { run, context } = begin();
  context.configuration.change({ wifi_login: 'Shop floor' });
  const names = async () => (await run('wifi_scan', {})).networks.map(({ ssid }) => ssid).sort();
  const first = await names();
  expect(first).toContain('Shop floor');
  expect(await names()).toEqual(first);
});

test('the export does not contain the WiFi password', async () => {
  const { run, context } = begin();
  context.configuration.change({ wifi_pass: 'secret-word' });
  const { content, filename } = await run('export_info', {});
  expect(content).not.toContain('secret-word');
  expect(JSON.parse(content)).toMatchObject({ serial: context.profile.serial });
  expect(filename).toMatch(/^[\w-]+-2026-01-15\.json$/);
});
