/** @module-tag full */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createEngine } from '@belfry/api/features/speech/espeak-engine';
import { espeakIdentifier, espeakVoices } from '@belfry/api/features/speech/espeak-voices';
import { sentenceIn } from '@belfry/api/features/speech/samples/sentences';
import { languageOf } from '@belfry/api/features/speech/voices/naming';
import { createLogger } from '@belfry/api/log';
import { inspectProcess } from '@belfry/infra/local/processes/inspect-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { readMp3 } from '../../support/mp3.ts';
import { ENGINE, enginesOf, linkEngine, watchEngines } from '../../support/processes/speech-engines.ts';
import { until } from '../../support/until.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';

const log = createLogger('silent');

describe('the speech engine', () => {
  it('speaks all published languages, each differently', { tags: ['full'] }, async () => {
    const engine = createEngine({ path: ENGINE, log });
    const ofEachLocale = espeakVoices().filter(({ voice_name }) => voice_name.endsWith('A'));
    for (const { voice_name, language_codes } of ofEachLocale) {
      const [greeting = ''] = sentenceIn(languageOf(language_codes[0] ?? '')).split(/(?<=[!.。！।])/);
      const { seconds } = readMp3(await engine.speak({ voice: espeakIdentifier(voice_name) ?? '', text: greeting }));
      expect(seconds, voice_name).toBeGreaterThan(0.3);
      expect(seconds, voice_name).toBeLessThan(8);
    }
    for (const letter of 'ABCD') {
      const voice = espeakIdentifier(`en-US-Standard-${letter}`) ?? '';
      expect(readMp3(await engine.speak({ voice, text: 'One' })).seconds).toBeGreaterThan(0.2);
    }
    await engine.stop();
  });

  it('treats markup as text, and rejects unknown voices', async () => {
    const engine = createEngine({ path: ENGINE, log });
    const lengthOf = async (text: string) => readMp3(await engine.speak({ voice: 'gmw/en-US+f2', text })).seconds;
    // As SSML the break would be two seconds of silence, and there would be no speech.
    expect(await lengthOf('<break time="9s"/>')).toBeLessThan(6);
    expect(await lengthOf('Tom & Jerry < Spike')).toBeGreaterThan(await lengthOf('Tom Jerry Spike'));
    for (const voice of ['xx/nobody', 'gmw/en-US+nobody', '']) {
      await expect(engine.speak({ voice, text: 'Hello' })).rejects.toThrow('The speech engine refused');
    }
    await engine.stop();
  });

  it('is started by the first request, stopped when idle, and stopped with its owner', async () => {
    const { path, remove } = linkEngine();
    const engine = createEngine({ path, log, idleMs: 20 });
    expect(enginesOf(process.pid, path)).toEqual([]);
    await engine.speak({ voice: 'gmw/en-US', text: 'One' });
    await until(
      'it is stopped',
      () => enginesOf(process.pid, path),
      (pids) => pids.length === 0,
    );
    await engine.speak({ voice: 'gmw/en-US', text: 'Two' });
    const waiting = ['Three', 'Four'].map((text) => engine.speak({ voice: 'gmw/en-US', text }));
    const outcomes = Promise.allSettled(waiting);
    await engine.stop();
    expect(enginesOf(process.pid, path)).toEqual([]);
    expect((await outcomes)[1]?.status).toBe('rejected');
    await expect(engine.speak({ voice: 'gmw/en-US', text: 'Five' })).rejects.toThrow('not available');
    remove();
  });

  it('ends when its owner is killed', { tags: ['full'] }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-engine-'));
    const program = join(folder, 'owner.ts');
    const api = resolve(import.meta.dirname, '../../../api/src');
    await writeFile(
      program,
      `import { createEngine } from '${api}/features/speech/espeak-engine.ts';
       const engine = createEngine({ path: '${ENGINE}', log: { warn() {} } as never });
       await engine.speak({ voice: 'gmw/en-US', text: 'Hello' });
       console.log('spoken');
       setInterval(() => {}, 1000);`,
    );
    const owner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(owner.stdout, 'data');
    const [engine = 0] = enginesOf(owner.pid ?? 0);
    expect(engine).toBeGreaterThan(0);
    owner.kill('SIGKILL');
    await until('the engine has ended', () => inspectProcess(engine)?.zombie !== false);
    await rm(folder, { recursive: true });
  });
});

describe('the api', () => {
  let api: TestApi;
  let admin: TestUser;
  let user: TestUser;
  const program = linkEngine();
  const { engines, stop } = watchEngines(program.path);
  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT_SCALE: '0.1', SPEECH_ENGINE: program.path });
    [admin, user] = [await createAdmin(api), await createUser(api)];
  });
  afterAll(async () => {
    await api.stop();
    stop();
    program.remove();
  });

  const sample = (name: string, key = user.key) => api.call(voiceSamplesHttp.url, { key }, { voice_name: name });

  it('reports an engine that dies during a synthesis, and starts a new one', { tags: ['full'] }, async () => {
    expect((await sample('ru-RU-Standard-A')).status).toBe(200);
    // The api may have several; while they are suspended, none can finish before it is killed.
    const running = engines().filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const written = (): number => running.reduce((sum, { stdin }) => sum + (stdin as Socket).bytesWritten, 0);
    for (const engine of running) expect(engine.kill('SIGSTOP')).toBe(true);
    const before = written();
    const waiting = sample('ru-RU-Standard-B');
    let early: unknown;
    void waiting.then((answer) => (early = answer));
    // The api would start a new engine for a request that comes after the end of this one.
    await until('an engine has the request', () => written() > before || early !== undefined);
    expect(early).toBeUndefined();
    for (const engine of running) engine.kill('SIGKILL');
    expect(await waiting).toMatchObject({
      status: 503,
      body: {
        code: 'speech_unavailable',
        error: 'The speech engine is not available. Please try again shortly.',
      },
    });
    expect((await sample('ru-RU-Standard-B')).status).toBe(200);
  });

  it('limits the number of syntheses per user', { tags: ['full'] }, async () => {
    const { key } = await createUser(api);
    const names = espeakVoices()
      .slice(0, 8)
      .map(({ voice_name }) => voice_name);
    const answers = [];
    for (const name of names) answers.push((await sample(name, key)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    // Existing samples are not counted.
    expect((await sample(names[0] ?? '', key)).status).toBe(200);
    expect((await sample(names[7] ?? '', admin.key)).status).toBe(200);
  });
});

it('reports a missing engine', async () => {
  const api = await startTestApi({ SPEECH_ENGINE: '/nowhere/engine.ts' });
  const { key } = await createAdmin(api);
  const { status, body } = await api.call(voiceSamplesHttp.proxy, { key }, { voice_name: 'ru-RU-Standard-A' });
  expect([status, body.code, body.error]).toEqual([
    503,
    'speech_unavailable',
    'The speech engine is not installed at /nowhere/engine.ts',
  ]);
  const asked = await api.call(voiceSamplesHttp.request, { key }, { voice_name: 'ru-RU-Standard-A' });
  expect(asked.body).toMatchObject({ success: false, sample_state: 'failed', error: body.error });
  await api.stop();
});

it('no other code of Belfry imports the engine, which is under the GPL', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const folders = ['schemas', 'broker', 'api', 'web', 'device-firmware-sim', 'infra/local'].map((f) => join(root, f));
  const pattern = String.raw`from '(@belfry/speech-engine|@echogarden|[./]*infra/speech-engine)`;
  const files = ['--include=*.ts', '--include=*.tsx', '--exclude-dir=node_modules'];
  expect(spawnSync('grep', ['-rlE', pattern, ...files, ...folders], { encoding: 'utf8' }).stdout).toBe('');
  // The pattern must match where an import is allowed.
  expect(spawnSync('grep', ['-rlE', pattern, ...files, join(root, 'infra/speech-engine')]).status).toBe(0);
});
