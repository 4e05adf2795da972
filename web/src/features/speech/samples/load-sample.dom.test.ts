import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiError } from '../../../lib/api/api-error.ts';
import {
  FORM_SAMPLE_URLS,
  LIST_SAMPLE_URLS,
  loadSample,
  type CallResult,
  type SampleAnswer,
  readSample,
  toSampleAnswer,
} from './load-sample.ts';

describe('loading a sample', () => {
  const failing = (status: number, code: ApiError['code'] = 'unknown'): { error: ApiError } => ({
    error: { status, message: 'No', code, details: [] },
  });
  const FILE: CallResult<SampleAnswer> = { data: { kind: 'file', url: 'blob:1' } };
  const link = (url: string): CallResult<SampleAnswer> => ({ data: { kind: 'link', url } });

  const requestsTo: string[] = [];
  let began = 0;
  const run = new AbortController();
  let answers: (path: string, nth: number) => CallResult<SampleAnswer>;
  let probes: (nth: number) => CallResult<unknown>;

  beforeEach(() => {
    vi.useFakeTimers();
    requestsTo.length = 0;
    began = Date.now();
    let probed = 0;
    probes = () => failing(404);
    calls.probe = async (path) => {
      requestsTo.push(`${Date.now() - began} HEAD ${path}`);
      return probes((probed += 1));
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const calls = {
    get: async (path: string) => {
      requestsTo.push(`${Date.now() - began} ${path}`);
      return answers(path, requestsTo.length);
    },
    probe: async (_path: string): Promise<CallResult<unknown>> => failing(404),
  };

  async function load(urls = LIST_SAMPLE_URLS, signal = run.signal) {
    const attempts: number[] = [];
    const loading = loadSample('ru-A', calls, { urls, signal, onAttempt: (attempt) => attempts.push(attempt) });
    void loading.catch(() => undefined);
    await vi.runAllTimersAsync();
    return { loaded: await loading, attempts };
  }

  describe('loading the sample of a list', () => {
    it('tries five times: the file, then the proxy; 300 ms apart at first, then 1,500 ms', async () => {
      answers = () => failing(404);
      const { loaded, attempts } = await load();
      expect(requestsTo).toEqual([
        '0 /audio/samples/ru-A.mp3',
        '300 /voices/sample-proxy/ru-A',
        '600 /voices/sample-proxy/ru-A',
        '2100 /voices/sample-proxy/ru-A',
        '3600 /voices/sample-proxy/ru-A',
      ]);
      expect(attempts).toEqual([1, 2, 3, 4, 5]);
      expect(loaded).toEqual({ failure: { kind: 'missing' } });
    });

    it.each([
      [failing(503), { kind: 'not_ready' }],
      [failing(429), { kind: 'not_ready' }],
      [failing(404), { kind: 'missing' }],
      [failing(500), { kind: 'status', status: 500 }],
      [failing(0, 'network'), { kind: 'network', ...failing(0, 'network') }],
      [failing(200, 'unreadable'), { kind: 'unplayable' }],
      [{ data: { kind: 'unplayable' } } as const, { kind: 'unplayable' }],
    ])('fails with the reason of the last attempt: %j', async (last, failure) => {
      answers = () => last;
      expect((await load()).loaded).toEqual({ failure });
      expect(requestsTo).toHaveLength(5);
    });

    it.each([401, 403])('does not try again after %s', async (status) => {
      answers = () => failing(status);
      expect((await load()).loaded).toEqual({ failure: { kind: 'status', status } });
      expect(requestsTo).toHaveLength(1);
    });

    it('is aborted by its signal', async () => {
      const given = new AbortController();
      answers = () => failing(404);
      const loading = load(LIST_SAMPLE_URLS, given.signal);
      void loading.catch(() => undefined);
      given.abort(new Error('left'));
      await expect(loading).rejects.toThrow('left');
      expect(requestsTo.length).toBeLessThanOrEqual(1);
    });
  });

  describe('an answer with the URL of a sample', () => {
    it.each(['/audio/samples/ru-A.mp3', '/api/audio/samples/ru-A.mp3', `${location.origin}/audio/samples/ru-A.mp3`])(
      'is probed every 2 s until the file is there: %s',
      async (url) => {
        answers = (path) => (path.startsWith('/audio/') ? FILE : link(url));
        probes = (nth) => (nth < 3 ? failing(404) : { data: null });
        expect((await load(FORM_SAMPLE_URLS)).loaded).toEqual({ source: { url: 'blob:1', crossOrigin: false } });
        expect(requestsTo).toEqual([
          '0 /voices/voice/sample/ru-A',
          '0 HEAD /audio/samples/ru-A.mp3',
          '2000 HEAD /audio/samples/ru-A.mp3',
          '4000 HEAD /audio/samples/ru-A.mp3',
          '4000 /audio/samples/ru-A.mp3',
        ]);
      },
    );

    it('of another origin is passed to the audio element, so that the key is not sent there', async () => {
      answers = () => link('https://samples.example/ru-A.mp3');
      expect((await load(FORM_SAMPLE_URLS)).loaded).toEqual({
        source: { url: 'https://samples.example/ru-A.mp3', crossOrigin: true },
      });
      expect(requestsTo).toHaveLength(1);
    });

    it('that is empty means that there is no source, and not the page itself', async () => {
      answers = () => link('');
      expect((await load(FORM_SAMPLE_URLS)).loaded).toEqual({ failure: { kind: 'no_source' } });
      expect(requestsTo.filter((line) => line.includes('HEAD'))).toEqual([]);
    });
  });
});

describe('reading an answer', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const audio = (bytes: string): Response => new Response(bytes, { headers: { 'Content-Type': 'audio/mpeg' } });
  const read = async (response: Response) => toSampleAnswer(await readSample(response));

  it.each([
    ['audio', audio('mp3'), { kind: 'file', url: 'blob:1' }],
    ['an address', Response.json({ sample_url: '/a.mp3', more: 1 }), { kind: 'link', url: '/a.mp3' }],
    ['no address', Response.json({ sample_url: null }), { kind: 'link', url: '' }],
    ['an empty address', Response.json({ sample_url: '' }), { kind: 'link', url: '' }],
    ['an empty file', audio(''), { kind: 'unplayable' }],
    ['a page', new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), { kind: 'unplayable' }],
    ['other JSON', Response.json([]), { kind: 'unplayable' }],
  ])('reads %s', async (_what, response, answer) => expect(await read(response)).toEqual(answer));

  it('keeps the body of an error, which has the reason', async () => {
    const body = { error: 'Not here', code: 'not_found' };
    expect(await readSample(Response.json(body, { status: 404 }))).toEqual(body);
  });
});
