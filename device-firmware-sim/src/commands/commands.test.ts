import { describe, expect, test } from 'vitest';
import { COMMANDS, commandTable, type Command, type CommandParams } from '@belfry/schemas/mqtt/commands';
import { createTestParts, type TestParts } from '../testing/test-parts.ts';
import type { Character } from '../roster.ts';
import { CommandFailure, type Work } from './handler.ts';
import { carryOut } from './index.ts';

const EXAMPLES: { [C in Command]: CommandParams<C> } = {
  set_volume: { channel: 1, volume: 40 },
  test_voices: { args: 'play' },
  test_music: { args: '--play' },
  test_radio: { args: ['play', 'https://radio.test/live'] },
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
  contact_support: { message: 'It hums' },
  system_status: {},
  system_info: {},
  check_services: {},
};

function begin(character: Partial<Character> = {}) {
  const parts = createTestParts(character);
  const steps: { progress: number; step: string }[] = [];
  const run = async <C extends Command>(command: C, params: CommandParams<C>, fails = false) =>
    carryOut(command, workOn(parts, params, steps, fails));
  return { parts, steps, run };
}

const workOn = <C extends Command>(
  parts: TestParts,
  params: CommandParams<C>,
  steps: { progress: number; step: string }[],
  fails: boolean,
): Work<C> => ({
  ...parts,
  params,
  fails: () => fails,
  take: (seconds) => parts.clock.advance(seconds * 1_000),
  step(progress, step, seconds) {
    steps.push({ progress, step });
    return parts.clock.advance(seconds * 1_000);
  },
});

describe.each(COMMANDS)('%s', (command) => {
  test('answers as the command table says', async () => {
    const { run } = begin();
    expect(commandTable[command].params.safeParse(EXAMPLES[command]).success).toBe(true);
    const result = await run(command, EXAMPLES[command]);
    expect(commandTable[command].result.parse(result)).toEqual(result);
  });

  test('ends with an answer on a flaky device too: a result, or a reason', async () => {
    const { run } = begin({ flaky: true });
    const ended = await run(command, EXAMPLES[command], true).then(
      (result) => commandTable[command].result.safeParse(result).success,
      (error: unknown) => error instanceof CommandFailure && error.message !== '' && error.errorType !== '',
    );
    expect(ended).toBe(true);
  });
});

test.each(['install', 'reinstall', 'reboot', 'wifi_scan', 'system_diagnostics'] as const)(
  '%s says how far it is, never backwards',
  async (command) => {
    const { run, steps } = begin();
    await run(command, EXAMPLES[command]);
    const progress = steps.map((step) => step.progress);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(steps.every(({ step }) => step !== '')).toBe(true);
  },
);

test('a volume is heard at once and survives a restart', async () => {
  const { run, parts } = begin();
  await run('set_volume', { channel: 2, volume: 25 });
  expect(parts.players.status('radio').volume).toBe(25);
  expect(parts.flash.memory.settings.radio_volume).toBe(25);
});

test('both argument forms of the console mean the same', async () => {
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

test('an installation changes the version, restarts the players and shows maintenance meanwhile', async () => {
  const { run, parts } = begin({ listens: 'music' });
  const before = parts.flash.memory.device_version;
  expect(await run('install', { version: '3.5' })).toEqual({ version: '3.5', previous_version: before });
  expect(parts.flash.memory).toMatchObject({ device_version: '3.5', date_udate_version: expect.any(String) });
  expect(parts.said.statuses).toEqual(['maintenance', 'online']);
  expect(parts.players.status('music').state).toBe('playing');
});

test('an installation without a version takes the latest', async () => {
  expect(await begin().run('install', {})).toMatchObject({ version: '3.4' });
});

test('a download that broke leaves the old version in place and the device at work', async () => {
  const { run, parts } = begin();
  const before = parts.flash.memory.device_version;
  await expect(run('install', { version: '3.5' }, true)).rejects.toMatchObject({
    errorType: 'install_failed',
    message: 'download failed: checksum mismatch',
  });
  expect(parts.flash.memory.device_version).toBe(before);
  expect(parts.said.statuses.at(-1)).toBe('online');
});

test('a reboot is away for two to five seconds and comes back young', async () => {
  const { run, parts } = begin();
  expect(await run('reboot', {})).toEqual({ uptime_seconds: 0 });
  expect(parts.said.restarts).toHaveLength(1);
  expect(parts.said.restarts[0]).toBeGreaterThanOrEqual(2_000);
  expect(parts.said.restarts[0]).toBeLessThanOrEqual(5_000);
});

test('one scan at a time: the radio is busy', async () => {
  const { run } = begin();
  const first = run('wifi_scan', {});
  await expect(run('wifi_scan', {})).rejects.toMatchObject({ errorType: 'radio_busy' });
  const { networks } = await first;
  expect(networks.map(({ signal }) => signal)).toEqual(
    networks.map(({ signal }) => signal).sort((one, other) => other - one),
  );
});

test('a scan hears the network in use, and the same neighbours each time', async () => {
  const { run, parts } = begin();
  parts.configuration.change({ wifi_login: 'Shop floor' });
  const names = async () => (await run('wifi_scan', {})).networks.map(({ ssid }) => ssid).sort();
  const first = await names();
  expect(first).toContain('Shop floor');
  expect(await names()).toEqual(first);
});

test('what is exported keeps the WiFi password to itself', async () => {
  const { run, parts } = begin();
  parts.configuration.change({ wifi_pass: 'secret-word' });
  const { content, filename } = await run('export_info', {});
  expect(content).not.toContain('secret-word');
  expect(JSON.parse(content)).toMatchObject({ serial: parts.member.serial });
  expect(filename).toMatch(/^[\w-]+-2026-01-15\.json$/);
});
