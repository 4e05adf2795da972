import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aVoice } from '../../testing/voice-factory.ts';
import { pass, press, setUpCatalogueTests } from './catalogue-harness.tsx';
import { failing } from './fake-catalogue.tsx';
import { making, open, waiting } from './sample-harness.tsx';

setUpCatalogueTests({ fakeTimers: true });

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
