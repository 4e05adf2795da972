import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../hardware/clock.ts';
import { samplesOf } from '../sound/pcm.ts';
import { createPipedOutput } from './piped-output.ts';
import { TEST_PAGE } from '../testing/test-live-pages.ts';

const BUFFER_SAMPLES = 60 * 48;
const { PATH } = process.env;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-pages-'));
});
afterEach(() => {
  process.env['PATH'] = PATH;
  rmSync(folder, { recursive: true, force: true });
});

function install(script: string): string {
  const heard = join(folder, 'heard');
  const lines = ['#!/bin/sh', '[ "$1" = --version ] && exit 0', `echo "$@" > ${heard}.arguments`, script, ''];
  writeFileSync(join(folder, 'aplay'), lines.join('\n'), { mode: 0o755 });
  process.env['PATH'] = `${folder}:${PATH}`;
  return heard;
}

const aplay = (device?: string) => createPipedOutput({ kind: 'aplay', device, clock: systemClock });

test('the program gets silence that fills its buffer, then the samples, and ends after them', async () => {
  const heard = install(`cat > ${join(folder, 'heard')}; echo ended >> ${join(folder, 'heard')}.arguments`);
  const output = aplay('dmix:1');
  expect(output).toMatchObject({ unavailable: null, leadMs: 60, takesSamples: true });
  const failed = vi.fn();
  const open = await output.open(failed, TEST_PAGE);
  open.write(Float32Array.of(0.5, -0.5, 2), 0);
  open.close('drained');
  const written = (): string => readFileSync(`${heard}.arguments`, 'utf8');
  await vi.waitFor(() => expect(written()).toContain('ended'));
  expect(written()).toContain('-r 48000 -c 1 --buffer-time=60000 --period-time=20000 -D dmix:1 -');
  const samples = samplesOf(readFileSync(heard), 1);
  expect(samples.subarray(0, BUFFER_SAMPLES).every((sample) => sample === 0)).toBe(true);
  expect([...samples.subarray(BUFFER_SAMPLES)].map((sample) => Math.round(sample * 100) / 100)).toEqual([0.5, -0.5, 1]);
  expect(failed).not.toHaveBeenCalled();
});

test('a program that ends at once is an error with its words, one that ends later is told once', async () => {
  install('echo "aplay: device or resource busy" >&2; exit 1');
  await expect(aplay().open(() => {}, TEST_PAGE)).rejects.toThrow('aplay: device or resource busy');
  install('sleep 0.3; echo "aplay: no such device" >&2; exit 1');
  const failed = vi.fn();
  await aplay().open(failed, TEST_PAGE);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith('aplay: no such device'));
});

test('what is not installed, not there or not wanted cannot be paged', async () => {
  process.env['PATH'] = folder;
  expect(aplay().unavailable).toContain('apt install alsa-utils');
  expect(createPipedOutput({ kind: 'none', device: undefined, clock: systemClock }).unavailable).not.toBeNull();
  const pipe = createPipedOutput({ kind: 'fifo', device: join(folder, 'page.fifo'), clock: systemClock });
  await expect(pipe.open(() => {}, TEST_PAGE)).rejects.toThrow('ENOENT');
});

test('the output null hears nothing, in real time', async () => {
  const output = createPipedOutput({ kind: 'null', device: undefined, clock: systemClock });
  expect(output).toMatchObject({ unavailable: null, takesSamples: false });
});
