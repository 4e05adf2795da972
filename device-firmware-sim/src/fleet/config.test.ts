import { expect, test } from 'vitest';
import { parseCommandLine } from './config.ts';

const SECRET = { SERVICE_SECRET: '0123456789abcdef' };

test('the defaults are a small fleet on this machine', () => {
  expect(parseCommandLine([], {})).toEqual({
    kind: 'run',
    run: {
      devices: 24,
      seed: '1',
      apiUrl: 'http://127.0.0.1:8080',
      mqttUrl: 'mqtt://127.0.0.1:1883',
      intervalMs: 5_000,
      positionMs: 5_000,
      rampMs: 10_000,
      flaky: 0.05,
      speed: 1,
      minutes: 0,
      quiet: false,
      stateDir: undefined,
      provisioning: undefined,
    },
  });
});

test('the devices can be listed instead of run', () => {
  expect(parseCommandLine(['--list', '--devices', '2'], {})).toMatchObject({ kind: 'list', run: { devices: 2 } });
});

test('the secret comes from the environment, seconds become milliseconds', () => {
  const argv = ['--devices', '5000', '--interval', '0.5', '--ramp', '60', '--state', 'data/sim', '--quiet'];
  expect(parseCommandLine(argv, SECRET)).toMatchObject({
    kind: 'run',
    run: {
      devices: 5_000,
      intervalMs: 500,
      rampMs: 60_000,
      stateDir: 'data/sim',
      quiet: true,
      provisioning: { internalUrl: 'http://127.0.0.1:8085', secret: SECRET.SERVICE_SECRET },
    },
  });
});

test.each([
  [['--devices', 'many'], '--devices: a whole number up to 50000'],
  [['--devices', '-1'], '--devices'],
  [['--interval', '0'], '--interval'],
  [['--flaky', '2'], '--flaky'],
  [['--api', 'localhost:8080'], '--api: an address that begins with http:// or https://'],
  [['--internal', 'localhost:8085'], '--internal: an address that begins with http:// or https://'],
  [['--ca', '/nowhere/ca.pem'], '--ca: /nowhere/ca.pem cannot be read'],
  [['--mqtt', 'http://127.0.0.1'], '--mqtt: an address that begins with mqtt:// or mqtts://'],
  [['--speed', '0'], '--speed'],
  [['--devcies', '3'], '--devcies'],
  [['--secret-file', '/nowhere/secret'], '--secret-file: /nowhere/secret cannot be read'],
])('%j is rejected with the name of the option', (argv, reason) => {
  expect(parseCommandLine(argv, {})).toEqual({ kind: 'invalid', reason: expect.stringContaining(reason) });
});

test('a secret that is too short is reported without its value', () => {
  const commandLine = parseCommandLine([], { SERVICE_SECRET: 'short-one' });
  expect(commandLine).toEqual({ kind: 'invalid', reason: 'SERVICE_SECRET: at least 16 characters' });
});

test('help takes precedence over all other options', () => {
  expect(parseCommandLine(['--help', '--devices', 'x'], {})).toEqual({ kind: 'help' });
});
