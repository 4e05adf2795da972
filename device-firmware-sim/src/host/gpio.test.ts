import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createGpioOutputs, parseGpioOutputs } from './gpio.ts';

/** A `gpioset` of this version that notes its arguments, and its end. @param line one that is busy */
function installGpioset(version: string, line = 'none') {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-gpio-'));
  const log = join(folder, 'log');
  const file = join(folder, 'gpioset');
  writeFileSync(log, '');
  writeFileSync(
    file,
    `#!/bin/sh
if [ "$1" = --version ]; then echo "gpioset (libgpiod) ${version}"; exit 0; fi
case "$*" in *${line}=*) echo "gpioset: line is busy" >&2; exit 1;; esac
echo "$*" >> ${log}
trap 'echo "released $*" >> ${log}; exit 0' TERM
while :; do sleep 0.02; done
`,
  );
  chmodSync(file, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return () => readFileSync(log, 'utf8').trim().split('\n');
}

function open(list: string) {
  const outputs = createGpioOutputs(parseGpioOutputs(list) ?? new Map());
  if (!outputs) throw new Error('there are none');
  onTestFinished(() => outputs.close());
  return outputs;
}

it.each([
  ['v1.6.3', '--mode=signal gpiochip0 17=1', '--mode=signal gpiochip0 17=0'],
  ['v2.1', '--chip gpiochip0 17=1', '--chip gpiochip0 17=0'],
])('holds a line by gpioset %s, and gives it back before it is held again', async (version, on, off) => {
  const calls = installGpioset(version);
  const outputs = open('strobe=gpiochip0:17');
  expect(outputs.names).toEqual(['strobe']);
  await outputs.switch('strobe', true);
  await outputs.switch('strobe', false);
  await expect.poll(calls).toEqual([on, `released ${on}`, off]);
  outputs.close();
  await expect.poll(() => calls().at(-1)).toBe(`released ${off}`);
});

it('says why a line is not switched, and that the tools are missing', async () => {
  const calls = installGpioset('v2.1', '27');
  const outputs = open('strobe=gpiochip0:17:low,relay=gpiochip0:27');
  await expect(outputs.switch('relay', true)).rejects.toThrow('line is busy');
  await outputs.switch('strobe', true);
  await expect.poll(calls).toEqual(['--active-low --chip gpiochip0 17=1']);
  vi.stubEnv('PATH', '');
  await expect(open('strobe=gpiochip0:17').switch('strobe', true)).rejects.toThrow('apt install gpiod');
});

it.each(['strobe', 'strobe=17', 'strobe=gpiochip0:x', 'a b=gpiochip0:1', 'a=gpiochip0:1,a=gpiochip0:2', 'a=/dev/x:1'])(
  'does not read %j',
  (list) => {
    expect(parseGpioOutputs(list)).toBeNull();
  },
);

it('has no outputs where none are named', () => {
  expect(createGpioOutputs(parseGpioOutputs('') ?? new Map())).toBeNull();
});
