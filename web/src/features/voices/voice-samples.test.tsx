import type { Voice } from '@belfry/schemas/http/voices';
import { notifications } from '@mantine/notifications';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from '../../lib/i18n.ts';
import type { Call } from '../../testing/fake-server.ts';
import { failing, openCatalogue } from './fake-catalogue.tsx';
import { aVoice } from '../../testing/voice-factory.ts';

const NAME = 'ru-RU-Standard-A';
const CREATE = `/users/voice/${NAME}`;
const DELETE = `/voices/voice/${NAME}`;
const making = () => Response.json({ success: true, error: null, sample_state: 'creating' });

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await chooseLanguage('mixed');
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advances the time, and renders what happens in it. */
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(50);
};

async function open(voices: Voice[], answer?: (call: Call) => Response | Promise<Response> | undefined) {
  const page = openCatalogue({ voices, answer });
  await pass(50);
  /** How often the voice was checked, besides loading the page. */
  const looks = () => page.asked('/voices/voices').filter(({ params }) => params['q'] === NAME).length;
  return { ...page, looks };
}
const waiting = () => screen.queryByRole('status', { name: /^(Creating|Deleting) the sample$/ });

describe('GET', () => {
  it('shows an hourglass until the sample exists, then the player and a toast', async () => {
    const voice = aVoice();
    const { asked, looks } = await open([voice], ({ path }) => (path === CREATE ? making() : undefined));
    screen.getByRole('button', { name: /^GET/ }).focus();
    await press('GET: create the sample of Russian A (female)');
    expect(waiting()).not.toBeNull();
    expect([asked(CREATE).length, looks()]).toEqual([1, 1]);
    expect(asked('/voices/voices').filter(({ params }) => params['page_size'] === '20')).toHaveLength(2);
    await pass(1_000);
    expect(looks()).toBe(2);
    Object.assign(voice, { has_sample: true, sample_state: 'present' });
    await pass(1_000);
    expect(looks()).toBe(3);
    expect(waiting()).toBeNull();
    expect(screen.getByText('The sample of Russian A (female) was created.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play the sample of Russian A (female)' }));
  });

  it('suggests a manual refresh after three more checks without a sample', async () => {
    const { looks } = await open([aVoice()], ({ path }) => (path === CREATE ? making() : undefined));
    await press(/^GET: create the sample/);
    await pass(2_900);
    expect(waiting()).not.toBeNull();
    await pass(200);
    expect(screen.getByText(/Please refresh the list/)).toBeDefined();
    expect(waiting()).toBeNull();
    await pass(30_000);
    expect(looks()).toBe(4);
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
    const { looks } = await open([aVoice()], ({ path }) => (path === CREATE ? answer() : undefined));
    await press(/^GET: create the sample/);
    expect(screen.getByText(text)).toBeDefined();
    expect([waiting(), looks()]).toEqual([null, 0]);
  });

  it('shows why it failed later', async () => {
    const voice = aVoice();
    await open([voice], ({ path }) => (path === CREATE ? making() : undefined));
    await press(/^GET: create the sample/);
    Object.assign(voice, { sample_state: 'failed', sample_error: 'The engine died' });
    await pass(1_000);
    expect(screen.getByText('Sample creation error: The engine died')).toBeDefined();
  });

  it('shows an hourglass while another user has the sample created', async () => {
    await open([aVoice({ sample_state: 'creating' })]);
    expect(waiting()).not.toBeNull();
    expect(screen.queryByRole('button', { name: /^GET: create the sample/ })).toBeNull();
  });
});

describe('Delete', () => {
  const sampled = () => aVoice({ has_sample: true, sample_state: 'present' });

  it('confirms inline, and checks until the sample is deleted', async () => {
    const voice = sampled();
    const { asked, looks } = await open([voice]);
    await press('Delete the sample of Russian A (female)');
    await press('No');
    expect(asked(DELETE, 'DELETE')).toEqual([]);
    await press('Delete the sample of Russian A (female)');
    await press('Yes');
    expect([asked(DELETE, 'DELETE').length, looks()]).toEqual([1, 1]);
    expect(waiting()).not.toBeNull();
    Object.assign(voice, { has_sample: false, sample_state: 'none' });
    await pass(1_500);
    expect(looks()).toBe(2);
    expect(screen.getByText('The sample of Russian A (female) was deleted.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^GET: create the sample/ }));
  });

  it('suggests a manual refresh after eight more checks that still find it', async () => {
    const { looks } = await open([sampled()]);
    await press(/^Delete the sample/);
    await press('Yes');
    await pass(11_900);
    expect(screen.queryByText(/Please refresh the list/)).toBeNull();
    await pass(200);
    expect(screen.getByText(/Please refresh the list/)).toBeDefined();
    await pass(30_000);
    expect(looks()).toBe(9);
  });

  it('shows its error in Russian', async () => {
    await open([sampled()], ({ method }) => (method === 'DELETE' ? failing(500) : undefined));
    await press(/^Delete the sample/);
    await press('Yes');
    expect(screen.getByText('Ошибка при удалении образца')).toBeDefined();
  });
});

describe('Create Samples', () => {
  const voices = () => [
    aVoice({ voice_name: 'a', display_name: 'Ada' }),
    aVoice({ voice_name: 'b', display_name: 'Bo', has_sample: true, sample_state: 'present' }),
    aVoice({ voice_name: 'c', display_name: 'Cy', language: 'en' }),
    aVoice({ voice_name: 'd', display_name: 'Di' }),
  ];
  const begin = async () => {
    await press('Create Samples');
    expect(screen.getByText('Are you sure you want to create samples for all voices by filter?')).toBeDefined();
    await press('Create');
  };

  it('creates the samples of matching voices one at a time, and counts them', async () => {
    const all = voices();
    const { calls } = await open(all, ({ path }) => {
      const voice = all.find(({ voice_name }) => path === `/users/voice/${voice_name}`);
      if (voice?.voice_name === 'd') return failing(500);
      if (voice) setTimeout(() => Object.assign(voice, { has_sample: true }), 1_500);
      return voice && making();
    });
    fireEvent.click(screen.getByRole('combobox', { name: 'Language' }));
    await pass(50);
    fireEvent.click(screen.getByRole('option', { name: 'Russian' }));
    await pass(50);
    const made = () => calls.flatMap(({ path }) => /^\/users\/voice\/(.)/.exec(path)?.[1] ?? []);
    await begin();
    expect(made()).toEqual(['a']);
    expect(screen.getByText('1 of 2: Ada')).toBeDefined();
    expect(waiting()).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Create Samples' })).toHaveProperty('disabled', true);
    await pass(1_000);
    expect(made()).toEqual(['a']);
    await pass(1_000);
    expect(made()).toEqual(['a', 'd']);
    // A run does not move the focus.
    expect(document.activeElement?.getAttribute('aria-label') ?? '').not.toMatch(/^(Play|GET)/);
    expect(screen.getByText('Done! Success: 1, errors: 1')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Creating samples' })).toBeNull();
  });

  it('starts one run, even while the list of voices is loaded', async () => {
    const list = Promise.withResolvers<Response>();
    const { calls } = await open(voices(), ({ path, params }) => {
      if (params['sample'] === 'missing') return list.promise;
      return path.startsWith('/users/voice/') ? making() : undefined;
    });
    await begin();
    expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await pass(500);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Create Samples' })).toHaveProperty('disabled', true);
    list.resolve(Response.json(voices()));
    await pass(50);
    expect(screen.getByText('1 of 3: Ada')).toBeDefined();
    expect(calls.filter(({ path }) => path.startsWith('/users/voice/'))).toHaveLength(1);
  });

  it('can be stopped', async () => {
    const { calls } = await open(voices(), ({ path }) => (path.startsWith('/users/voice/') ? making() : undefined));
    await begin();
    await press('Stop');
    // The focused button was removed.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Create Samples' }));
    expect(screen.getByText('Done! Success: 0, errors: 0')).toBeDefined();
    await pass(30_000);
    expect(calls.filter(({ path }) => path.startsWith('/users/voice/'))).toHaveLength(1);
  });

  it('confirms before a navigation that would end it', async () => {
    const { router } = await open(voices(), ({ path }) => (path.startsWith('/users/voice/') ? making() : undefined));
    await begin();
    // Another page of the list is the same screen.
    await act(() => router.navigate('/voices?language=ru'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(() => router.navigate('/'));
    await pass(50);
    expect(screen.getByRole('dialog', { name: 'Stop creating samples?' })).toBeDefined();
    await press('Stay');
    expect([router.state.location.pathname, screen.queryByText('1 of 3: Ada') !== null]).toEqual(['/voices', true]);
    await act(() => router.navigate('/'));
    await pass(50);
    await press('Leave');
    expect(router.state.location.pathname).toBe('/');
  });

  it('sends no request when every matching voice has a sample', async () => {
    const { calls } = await open(voices().filter(({ has_sample }) => has_sample));
    await begin();
    expect(screen.getByText('All voices already have samples!')).toBeDefined();
    expect(calls.some(({ path }) => path.startsWith('/users/voice/'))).toBe(false);
  });
});
