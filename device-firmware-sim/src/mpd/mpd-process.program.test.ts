import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mpdConfig } from './mpd-config.ts';
import { openMpdConnection } from './mpd-connection.ts';
import { startMpd, type MpdProcess } from './mpd-process.ts';

const running: MpdProcess[] = [];
const lines: string[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-mpd-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.stop()));
  rmSync(folder, { recursive: true, force: true });
  lines.length = 0;
});

async function start(): Promise<MpdProcess> {
  const started = await startMpd({ folder, output: { type: 'null' }, log: (line) => void lines.push(line) });
  running.push(started);
  return started;
}
const connect = ({ socketPath }: MpdProcess) => vi.waitFor(() => openMpdConnection(socketPath));

it('starts a real MPD again when it has ended, and ends it in the end', async () => {
  const mpd = await start();
  const connection = await connect(mpd);
  expect((await connection.send('status')).get('state')).toEqual(['stop']);
  await connection.send('kill').catch(() => {});
  await connection.closed;
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  const next = await connect(mpd);
  await mpd.stop();
  await next.closed;
  expect(mpd.startedAt()).toBeNull();
  await expect(openMpdConnection(mpd.socketPath)).rejects.toThrow('ECONNREFUSED');
});

it('ends the MPD that a killed device has left', async () => {
  const first = await start();
  const connection = await connect(first);
  const second = await start();
  await connection.closed;
  await first.stop();
  expect((await (await connect(second)).send('ping')).size).toBe(0);
});

it('uses a short path where that of the folder is too long for a socket', async () => {
  folder = mkdtempSync(join(tmpdir(), `belfry-${'long-'.repeat(20)}`));
  const connection = await connect(await start());
  connection.close();
});

it.each([
  [{ type: 'alsa', device: 'plughw:1' } as const, 'device "plughw:1"'],
  [{ type: 'pulse', device: 'speakers' } as const, 'sink "speakers"'],
  [{ type: 'fifo', path: '/a "b"' } as const, String.raw`path "/a \"b\""`],
])('configures %o', (output, setting) => {
  expect(mpdConfig({ socketPath: '/s', output })).toContain(setting);
});

it('plays everything in one format where it may overlap', () => {
  const output = { type: 'null' } as const;
  expect(mpdConfig({ socketPath: '/s', output, mixes: true })).toContain('audio_output_format "44100:16:2"');
  expect(mpdConfig({ socketPath: '/s', output })).not.toContain('audio_output_format');
});
