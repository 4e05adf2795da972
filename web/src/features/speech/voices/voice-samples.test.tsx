import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aVoice } from '../../../testing/voice-factory.ts';
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
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play the sample of Russian A (female)' }));
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

  it('shows its error in Russian', async () => {
    await open([sampled()], ({ method }) => (method === 'DELETE' ? failing(500) : undefined));
    await press(/^Delete the sample/);
    await press('Yes');
    expect(screen.getByText('Ошибка при удалении образца')).toBeDefined();
  });
});
