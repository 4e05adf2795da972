import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../log.ts';
import { createEngine, type Engine } from './espeak-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'belfry-engine-'));
const path = join(folder, 'engine.mjs');
writeFileSync(
  path,
  `import { createInterface } from 'node:readline';
  const say = (answer) => process.stdout.write(JSON.stringify(answer) + '\\n');
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, text } = JSON.parse(line);
    if (text === 'hang') return;
    if (text === 'die') { console.error('out of breath'); process.exit(3); }
    if (text === 'babble') return process.stdout.write('la la la\\n');
    if (text === '☃') return say({ id, error: 'nothing to say' });
    if (text === 'refuse') return say({ id, error: 'no voice' });
    say({ id, audio: Buffer.from(text + ' ' + process.pid).toString('base64') });
  }).on('close', () => process.exit(0));`,
);

afterAll(() => rmSync(folder, { recursive: true }));

const warn = vi.fn();
const log = { warn } as unknown as Logger;
let engine: Engine;
const start = (options: { timeoutMs?: number } = {}): void => {
  engine = createEngine({ path, log, ...options });
};

afterEach(() => engine.stop());

const say = async (text: string): Promise<string[]> =>
  (await engine.speak({ voice: 'en', text })).toString().split(' ');

describe('the process of the engine', () => {
  it('handles many requests in sequence', async () => {
    start();
    const answers = await Promise.all(['one', 'two', 'three'].map(say));
    expect(answers.map(([text]) => text)).toEqual(['one', 'two', 'three']);
    expect(new Set(answers.map(([, pid]) => pid)).size).toBe(1);
  });

  it.each([
    ['exits', 'die', 'exit 3 out of breath', 'not available'],
    ['writes invalid output', 'babble', 'exit SIGKILL', 'not available'],
    ['hangs', 'hang', 'it took too long', 'needed more than 2 s for this text'],
  ])('that %s fails only its request; the next request starts another process', async (_what, text, reason, shown) => {
    warn.mockClear();
    start({ timeoutMs: 1_500 });
    const [, first] = await say('hello');
    const outcomes = await Promise.allSettled([say(text), say('again')]);
    expect(outcomes[0]).toMatchObject({ reason: { name: 'SpeechError', message: expect.stringContaining(shown) } });
    expect(outcomes[1]).toMatchObject({
      status: 'fulfilled',
      value: ['again', expect.not.stringMatching(`^${first}$`)],
    });
    expect(warn).toHaveBeenCalledWith({ reason }, 'the speech engine ended');
  });

  it('that cannot be started fails its request with a text for users', async () => {
    start();
    const { execPath } = process;
    // spawn() throws for it immediately, as it does when there is no memory for another process.
    process.execPath = 'no\0program';
    await expect(say('hello')).rejects.toMatchObject({
      name: 'SpeechError',
      message: expect.stringContaining('again'),
    });
    process.execPath = execPath;
    expect(await say('hello')).toContain('hello');
  });

  it('continues after it has refused a request', async () => {
    start();
    const [, pid] = await say('hello');
    await expect(say('refuse')).rejects.toThrow('The speech engine refused: no voice');
    await expect(say('☃')).rejects.toThrow('There is nothing to say');
    expect(await say('hello')).toEqual(['hello', pid]);
  });

  it('has a limited queue', async () => {
    start();
    const outcomes = await Promise.allSettled(Array.from({ length: 66 }, (_, index) => say(String(index))));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: { message: 'The speech engine is busy. Please try again shortly.' } });
    expect(await say('later')).toContain('later');
  });
});
