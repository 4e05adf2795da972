import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect, it } from 'vitest';
import { piperFiles, writeVoiceFiles } from './testing/voice-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-neural-'));
const voice = { folder, kind: 'piper', language: 'en', files: writeVoiceFiles(folder, piperFiles()) };
afterAll(() => rmSync(folder, { recursive: true }));

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

function start(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { env: {} });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  return {
    child,
    ended: once(child, 'close'),
    stderr: () => stderr,
    async ask(request: unknown): Promise<Record<string, unknown>> {
      child.stdin.write(`${typeof request === 'string' ? request : JSON.stringify(request)}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value)) as Record<string, unknown>;
    },
  };
}

it('the process answers requests in their order, whatever they are, and ends with its input', async () => {
  const { ask, child, ended } = start();
  expect(await ask({ id: 1, call: 'check' })).toEqual({ id: 1, ready: true });
  expect(await ask('hello')).toEqual({ id: 0, error: 'the line is not a request', code: 'failed' });
  const answer = await ask({ id: 2, call: 'speak', voice, text: 'ab' });
  expect(Buffer.from(String(answer.audio), 'base64').toString('latin1', 8, 12)).toBe('WAVE');
  expect(await ask({ id: 3, call: 'speak', voice: { ...voice, folder: '/nowhere' }, text: 'ab' })).toEqual({
    id: 3,
    error: 'voice.onnx.json cannot be read',
    code: 'files',
  });
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});

it('the process is ended at the limit of its memory, and says so', async () => {
  const { ended, stderr } = start('20');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(stderr()).toContain('it needed more than 20 MB');
});
