import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokerBeside, parseCommandLine, USAGE } from './config.ts';

const SERIAL = ['--serial', '1234-5678-9012-3456'];
const run = (...argv: string[]) => parseCommandLine([...SERIAL, ...argv], {});

describe('the command line', () => {
  it('has defaults for a machine with MPD beside a local server', () => {
    expect(run('--pass', 'secret')).toMatchObject({
      kind: 'run',
      run: {
        serial: '1234-5678-9012-3456',
        pass: 'secret',
        apiUrl: 'http://127.0.0.1:8080',
        mqttUrl: undefined,
        language: 'en',
        folder: 'data/device',
        players: 'mpd',
        output: 'alsa',
        pageOutput: 'aplay',
        intervalMs: 5_000,
        allowReboot: false,
        selfTest: false,
      },
    });
  });

  it.each([
    ['https://console.example:8443', ['mqtts://console.example:8883', 'wss://console.example:8443/mqtt']],
    ['http://10.0.0.5:8080', ['mqtt://10.0.0.5:1883', 'ws://10.0.0.5:8083/mqtt']],
  ])('finds the broker beside %s', (api, brokers) => {
    expect(brokerBeside(api)).toEqual(brokers);
    expect(run('--api', api, '--mqtt', 'mqtt://other:1')).toMatchObject({ run: { mqttUrl: 'mqtt://other:1' } });
  });

  it('needs no serial number, and speaks its code in the language of the machine', () => {
    expect(parseCommandLine([], { LANG: 'de_DE.UTF-8' })).toMatchObject({
      run: { serial: undefined, language: 'de-DE' },
    });
    expect(parseCommandLine(['--language', 'lv'], { LANG: 'C' })).toMatchObject({ run: { language: 'lv' } });
  });

  it('plays live pages beside the players, on the same sound system', () => {
    expect(run('--output', 'pulse')).toMatchObject({ run: { pageOutput: 'pw-cat' } });
    expect(run('--output', 'fifo')).toMatchObject({ run: { pageOutput: 'fifo' } });
    expect(run('--players', 'simulated')).toMatchObject({ run: { pageOutput: 'null' } });
    expect(run('--page-output', 'none')).toMatchObject({ run: { pageOutput: 'none' } });
  });

  it('sends to network speakers where the operator allows it, on the network that is named', () => {
    expect(run('--rtp-interface', '10.0.0.5', '--rtp-allow', '127.0.0.1,192.0.2.0/24')).toMatchObject({
      run: { rtpInterface: '10.0.0.5', rtpAllow: '127.0.0.1,192.0.2.0/24' },
    });
    expect(parseCommandLine(SERIAL, { NETWORK_SPEAKER_ALLOW: '127.0.0.1' })).toMatchObject({
      run: { rtpInterface: undefined, rtpAllow: '127.0.0.1' },
    });
    expect(run()).toMatchObject({ run: { rtpAllow: '' } });
  });

  it('has outputs at the lines that are named', () => {
    expect(run('--gpio-outputs', 'strobe=gpiochip0:17:low')).toMatchObject({
      run: { gpioOutputs: new Map([['strobe', { chip: 'gpiochip0', line: 17, activeLow: true }]]) },
    });
    expect(run()).toMatchObject({ run: { gpioOutputs: new Map() } });
  });

  it('takes the pass from a file or the environment, where other users of the machine do not see it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-pass-'));
    writeFileSync(join(folder, 'pass'), 'from-file\n');
    expect(run('--pass-file', join(folder, 'pass'))).toMatchObject({ run: { pass: 'from-file' } });
    expect(parseCommandLine(SERIAL, { DEVICE_PASS: 'from-env' })).toMatchObject({ run: { pass: 'from-env' } });
    expect(run('--pass-file', join(folder, 'other'))).toMatchObject({ kind: 'invalid' });
    rmSync(folder, { recursive: true });
  });

  it.each([
    [['--serial', '12'], '--serial'],
    [['--api', 'ftp://x'], '--api'],
    [['--output', 'tape'], '--output'],
    [['--players', 'vlc'], '--players'],
    [['--page-output', 'horn'], '--page-output'],
    [['--interval', '0'], '--interval'],
    [['--rtp-interface', 'eth0'], '--rtp-interface'],
    [['--rtp-allow', 'localhost'], '--rtp-allow'],
    [['--gpio-outputs', 'strobe=17'], '--gpio-outputs'],
    [['--nonsense'], '--nonsense'],
  ])('names the option that is wrong in %j', (argv, name) => {
    expect(run(...argv)).toEqual({ kind: 'invalid', reason: expect.stringContaining(name) });
  });

  it('explains every option', () => {
    expect(parseCommandLine(['--help'], {})).toEqual({ kind: 'help' });
    for (const name of ['serial', 'pass-file', 'microphone', 'allow-reboot']) expect(USAGE).toContain(`--${name}`);
  });
});
