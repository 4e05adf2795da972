import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { aVoice } from '../../../testing/voice-factory.ts';
import { advanceTime, press, setUpCatalogueTests, CREATE, making, open, waiting } from './testing/catalogue.tsx';

describe('single samples', () => {
  setUpCatalogueTests({ fakeTimers: true });

  describe('GET', () => {
    it('shows why it failed later', async () => {
      const voice = aVoice();
      await open([voice], ({ path }) => (path === CREATE ? making() : undefined));
      await press(/^GET: create the sample/);
      Object.assign(voice, { sample_state: 'failed', sample_error: 'The engine died' });
      await advanceTime(1_000);
      expect(screen.getByText('Sample creation error: The engine died')).toBeDefined();
    });

    it('shows an hourglass while another user has the sample created', async () => {
      await open([aVoice({ sample_state: 'creating' })]);
      expect(waiting()).not.toBeNull();
      expect(screen.queryByRole('button', { name: /^GET: create the sample/ })).toBeNull();
    });
  });

  describe('Delete', () => {
    const AUDIO = '/audio/samples/ru-RU-Standard-A.mp3';
    const sampled = () => aVoice({ has_sample: true, sample_state: 'present' });

    it('leaves nothing to play of it: the sample that is created next is fetched', async () => {
      const voice = sampled();
      const { requestsTo } = await open([voice], ({ path, method }) => {
        if (path === AUDIO) return new Response('sound', { headers: { 'Content-Type': 'audio/mpeg' } });
        if (method === 'DELETE') voice.has_sample = false;
        if (path !== CREATE) return undefined;
        voice.has_sample = true;
        return Response.json({ success: true, error: null, sample_state: 'present' });
      });
      await press(/^Play the sample/);
      await press(/^Delete the sample/);
      await press('Yes');
      await press(/^GET: create the sample/);
      expect(requestsTo(AUDIO)).toHaveLength(1);
      await press(/^Play the sample/);
      expect(requestsTo(AUDIO)).toHaveLength(2);
    });
  });
});

describe('the bulk creation of samples', () => {
  setUpCatalogueTests({ fakeTimers: true });

  const RUN: SampleRun = {
    id: 1,
    state: 'running',
    pause_reason: null,
    total: 3,
    success: 1,
    error_count: 0,
    errors: [],
    last_error: null,
    current: { voice_name: 'b', display_name: 'Bo' },
    started_at: '2026-11-20T10:00:00.000Z',
    ended_at: null,
  };
  const voices = () => [
    aVoice({ voice_name: 'a', display_name: 'Ada' }),
    aVoice({ voice_name: 'b', display_name: 'Bo' }),
  ];

  async function openRun(run: SampleRun | null, started: SampleRun | null = run) {
    const server = { run };
    const page = await open(voices(), ({ path, method }) => {
      if (!path.startsWith('/voices/sample-run')) return undefined;
      if (method === 'POST' && path === '/voices/sample-run') server.run = started;
      return Response.json({ run: server.run });
    });
    return { ...page, server };
  }
  const begin = async () => {
    await press('Create Samples');
    expect(screen.getByText('Are you sure you want to create samples for all voices by filter?')).toBeDefined();
    await press('Create');
  };

  it('starts the creation on the server with the filters, follows it, and reports its end', async () => {
    const { server, requestsTo } = await openRun(null, RUN);
    await begin();
    expect(requestsTo('/voices/sample-run', 'POST')[0]?.body).toEqual({
      q: '',
      language: 'all',
      blocked: 'all',
      voice_type: 'all',
      gender: 'all',
    });
    expect(screen.getByText('2 of 3: Bo')).toBeDefined();
    for (const name of ['Create Samples', 'Synchronize', 'Reset All'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
    const errors = [{ voice_name: 'b', display_name: 'Bo', error: 'No such voice' }];
    server.run = { ...RUN, success: 1, error_count: 1, errors, current: { voice_name: 'c', display_name: 'Cy' } };
    await advanceTime(2_100);
    expect(screen.getByText('3 of 3: Cy')).toBeDefined();
    expect(screen.getByText('Bo: No such voice')).toBeDefined();
    server.run = { ...server.run, state: 'done', success: 2, current: null };
    await advanceTime(2_100);
    expect(screen.getByText('Done! Success: 2, errors: 1')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Creating samples' })).toBeNull();
  });
});
