import { screen, fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SampleRun } from '@belfry/schemas/http/speech/sample-runs';
import { aVoice } from '../../../testing/voice-factory.ts';
import { sampleCache } from '../samples/index.ts';
import {
  advanceTime,
  press,
  setUpCatalogueTests,
  failing,
  CREATE,
  DELETE,
  making,
  open,
  waiting,
} from './testing/catalogue.tsx';

describe('single samples', () => {
  setUpCatalogueTests({ fakeTimers: true });

  describe('GET', () => {
    it('shows an hourglass until the sample exists, then the player and a toast', async () => {
      const voice = aVoice();
      const { requestsTo, checks } = await open([voice], ({ path }) => (path === CREATE ? making() : undefined));
      screen.getByRole('button', { name: /^GET/ }).focus();
      await press('GET: create the sample of Russian A (female)');
      expect(waiting()).not.toBeNull();
      expect([requestsTo(CREATE).length, checks()]).toEqual([1, 1]);
      expect(requestsTo('/voices/voices').filter(({ params }) => params['page_size'] === '20')).toHaveLength(2);
      await advanceTime(1_000);
      expect(checks()).toBe(2);
      Object.assign(voice, { has_sample: true, sample_state: 'present' });
      await advanceTime(1_000);
      expect(checks()).toBe(3);
      expect(waiting()).toBeNull();
      expect(screen.getByText('The sample of Russian A (female) was created.')).toBeDefined();
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Play the sample of Russian A (female)' }),
      );
    });

    it('suggests a manual refresh after three more checks without a sample', async () => {
      const { checks } = await open([aVoice()], ({ path }) => (path === CREATE ? making() : undefined));
      await press(/^GET: create the sample/);
      await advanceTime(2_900);
      expect(waiting()).not.toBeNull();
      await advanceTime(200);
      expect(screen.getByText(/Please refresh the list/)).toBeDefined();
      expect(waiting()).toBeNull();
      await advanceTime(30_000);
      expect(checks()).toBe(4);
    });

    it.each([
      [
        () => Response.json({ success: false, error: 'no such voice', sample_state: 'failed' }),
        'Sample creation error: no such voice',
      ],
      [
        () => failing(503, { error: 'The engine is away', code: 'internal' }),
        'Error creating sample: The engine is away',
      ],
      [() => failing(500), 'Sample creation error!'],
      [() => Response.json({ success: false, error: null, sample_state: 'failed' }), 'Sample creation error!'],
    ])('shows why it failed', async (answer, text) => {
      const { checks } = await open([aVoice()], ({ path }) => (path === CREATE ? answer() : undefined));
      await press(/^GET: create the sample/);
      expect(screen.getByText(text)).toBeDefined();
      expect([waiting(), checks()]).toEqual([null, 0]);
    });

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

    it('confirms inline, and checks until the sample is deleted', async () => {
      const voice = sampled();
      const { requestsTo, checks } = await open([voice]);
      await press('Delete the sample of Russian A (female)');
      await press('No');
      expect(requestsTo(DELETE, 'DELETE')).toEqual([]);
      await press('Delete the sample of Russian A (female)');
      await press('Yes');
      expect([requestsTo(DELETE, 'DELETE').length, checks()]).toEqual([1, 1]);
      expect(waiting()).not.toBeNull();
      expect(screen.queryByRole('button', { name: /^Delete the sample/ })).toBeNull();
      Object.assign(voice, { has_sample: false, sample_state: 'none' });
      await advanceTime(1_500);
      expect(checks()).toBe(2);
      expect(screen.getByText('The sample of Russian A (female) was deleted.')).toBeDefined();
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^GET: create the sample/ }));
    });

    it('suggests a manual refresh after eight more checks that still find it', async () => {
      const { checks } = await open([sampled()]);
      await press(/^Delete the sample/);
      await press('Yes');
      await advanceTime(11_900);
      expect(screen.queryByText(/Please refresh the list/)).toBeNull();
      await advanceTime(200);
      expect(screen.getByText(/Please refresh the list/)).toBeDefined();
      await advanceTime(30_000);
      expect(checks()).toBe(9);
    });

    it('leaves nothing to play of it: the sample that is created next is fetched', async () => {
      onTestFinished(() => sampleCache.clear());
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

    it('shows its error in Russian', async () => {
      await open([sampled()], ({ method }) => (method === 'DELETE' ? failing(500) : undefined));
      await press(/^Delete the sample/);
      await press('Yes');
      expect(screen.getByText('Ошибка при удалении образца')).toBeDefined();
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

  /** The page with a server that has this run, which a test may change. */
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

  it('says when every matching voice has a sample', async () => {
    await openRun(null, null);
    await begin();
    expect(screen.getByText('All voices already have samples!')).toBeDefined();
  });

  it('shows a run that was paused because the provider is away, and resumes it', async () => {
    const { requestsTo } = await openRun({
      ...RUN,
      state: 'paused',
      pause_reason: 'provider',
      last_error: 'It does not answer',
    });
    expect(screen.getByText('The speech provider seems to be away: It does not answer')).toBeDefined();
    await press('Resume');
    expect(requestsTo('/voices/sample-run/resume', 'POST')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await advanceTime(50);
    expect(requestsTo('/voices/sample-run/stop', 'POST')).toHaveLength(1);
  });
});
