/** @module-tag full */
import { workOnSampleRun } from '@belfry/api/features/speech/samples/sample-runs.service';
import { SpeechError } from '@belfry/api/errors';
import { type SampleRun, sampleRunsHttp } from '@belfry/schemas/http/speech/sample-runs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { voiceSamplesHttp } from '@belfry/schemas/http/speech/voice-samples';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  admin = await createAdmin(api);
});
afterAll(() => api.stop());
afterEach(async () => {
  await call('stop');
  await api.db.deleteFrom('sample_runs').execute();
});

const start = (body: object, { key } = admin) => api.call(sampleRunsHttp.start, { key }, { ...body });
const call = (name: 'pause' | 'resume' | 'stop', { key } = admin) => api.call(sampleRunsHttp[name], { key });
const read = async () => (await api.call(sampleRunsHttp.read, admin)).body.run;
const untilState = (state: SampleRun['state']) => until(`the run is ${state}`, read, (run) => run?.state === state);

describe('creating the samples of many voices', () => {
  it('is done by the server, one voice after the other, for those without one', async () => {
    const started = await start({ language: 'cy' });
    expect(started).toMatchObject({ status: 200, body: { run: { state: 'running', success: 0 } } });
    const run = await untilState('done');
    expect(run).toMatchObject({ error_count: 0, errors: [], current: null, success: run?.total });
    const { body } = await api.call(voicesHttp.list, admin, { language: 'cy', sample: 'missing' });
    expect(body).toEqual([]);
    expect((await start({ language: 'cy' })).body).toEqual({ run: null });
  });

  it('is continued where its job was lost', async () => {
    await insert(['cy-GB-Standard-A']);
    await api.db
      .updateTable('sample_runs')
      .set({ checked_at: sql<Date>`now() - interval '6 minutes'` })
      .execute();
    const replica = await startTestApi({ DATABASE_URL: api.config.DATABASE_URL });
    expect(await untilState('done')).toMatchObject({ total: 1 });
    await replica.stop();
  });

  it('is for administrators, and one at a time', async () => {
    const user = await createUser(api);
    expect((await start({ language: 'de' }, user)).status).toBe(403);
    expect((await call('pause', user)).status).toBe(403);
    await insert(['de-DE-Standard-A']);
    expect(await start({ language: 'de' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is paused, resumed and stopped, and locks reset and synchronisation meanwhile', async () => {
    await insert(['de-DE-Standard-A']);
    expect((await call('resume')).status).toBe(409);
    expect((await call('pause')).body.run).toMatchObject({ state: 'paused', pause_reason: 'user' });
    for (const locked of [voicesBulkHttp.sync, voiceSamplesHttp.reset])
      expect(await api.call(locked, admin)).toMatchObject({ status: 409 });
    expect((await call('stop')).body.run).toMatchObject({ state: 'stopped', pause_reason: null });
    expect((await api.call(voiceSamplesHttp.reset, admin)).status).toBe(200);
  });
});

describe('a worker', () => {
  const NAMES = ['de-DE-Standard-A', 'gone', 'de-DE-Standard-B'];

  it('names each failure and goes on', async () => {
    const id = await insert(NAMES);
    await work(id, () => Promise.resolve());
    expect(await read()).toMatchObject({
      state: 'done',
      success: 2,
      error_count: 1,
      errors: [{ voice_name: 'gone', error: 'This voice is no longer in the catalogue' }],
    });
  });

  it('pauses while the provider is away, and tries those voices again once', async () => {
    const many = ['de-DE-Standard-A', 'de-DE-Standard-B', 'fr-FR-Standard-A', 'fr-FR-Standard-B'];
    const id = await insert(many);
    const away = () => Promise.reject(new SpeechError('The provider does not answer'));
    await work(id, away);
    expect(await read()).toMatchObject({
      state: 'paused',
      pause_reason: 'provider',
      last_error: 'The provider does not answer',
      error_count: 0,
      errors: [],
      current: { voice_name: 'de-DE-Standard-A' },
    });
    // The job of this call ends at once: it is not the worker of this test.
    await sql`update sample_runs set state = 'running', pause_reason = null, pausable_from = 3 where id = ${id}`.execute(
      api.db,
    );
    await work(id, away);
    expect(await read()).toMatchObject({ state: 'done', error_count: 4, success: 0 });
  });

  it('goes on where another one ended', async () => {
    const id = await insert(NAMES);
    const stopping = new AbortController();
    const made: string[] = [];
    const first = work(
      id,
      (name) => {
        made.push(name);
        stopping.abort();
        return Promise.resolve();
      },
      stopping.signal,
    );
    await expect(first).rejects.toThrow();
    await work(id, (name) => Promise.resolve(void made.push(name)));
    expect(made).toEqual(['de-DE-Standard-A', 'de-DE-Standard-B']);
    expect(await read()).toMatchObject({ state: 'done', success: 2 });
  });
});

/** A running run without a job, so that only the test works on it. */
async function insert(voices: string[]): Promise<number> {
  const { id } = await api.db.insertInto('sample_runs').values({ voices }).returning('id').executeTakeFirstOrThrow();
  return id;
}

function work(id: number, make: (name: string) => Promise<void>, signal = new AbortController().signal) {
  const samples = { make: ({ voice_name }: { voice_name: string }) => make(voice_name) };
  const events = {
    changed: () => undefined,
    notifyAll: () => undefined,
    notify: () => undefined,
    stop: () => undefined,
  };
  return workOnSampleRun({ db: api.db, events, samples }, id, { id: 'job', signal });
}
