import type { PlayerRun } from '@belfry/schemas/http/player/player';
import { expect, it, vi } from 'vitest';
import { createWhatIsSaid } from './what-is-said.ts';

type Run = { kind: 'speech' | 'playlist'; run_id: string; title: string; at: string; priority?: string };
const BELL: Run = {
  kind: 'speech',
  run_id: 'bell',
  title: 'First lesson',
  at: '2026-01-15T08:00:00.000Z',
  priority: 'scheduled',
};
const MUSIC: Run = { kind: 'playlist', run_id: 'music', title: 'Break', at: '2026-01-15T09:00:00.000Z' };

/** A device with a bell and music in its programme, and a prepared emergency. */
function open(told: Record<string, PlayerRun> = {}) {
  const programme = { runs: [BELL, MUSIC], emergency: [{ receipt_id: 'prepared' }] };
  const read = vi.fn(async (runId: string) => told[runId] ?? null);
  const memory = { emergencies: [{ params: { run_id: 'fire' } }] };
  const flash = { programme: { load: () => ({ programme }) }, memory };
  return { read, said: createWhatIsSaid({ read, flash: () => flash as never, changed: () => {} }) };
}

const run = (fields: Partial<PlayerRun>): PlayerRun => ({
  kind: 'say',
  priority: 'say_now',
  title: 'Hallo',
  text: 'Hallo zusammen',
  language: 'de',
  ...fields,
});

it('what is said has the text of the server from its start to its end, and is read once', async () => {
  const { said, read } = open({ one: run({}) });
  said.reported({ run_id: 'one', event: 'fetched' });
  expect(said.current()).toBeNull();
  said.reported({ run_id: 'one', event: 'started' });
  await vi.waitFor(() => expect(said.current()).toMatchObject({ text: 'Hallo zusammen', language: 'de' }));
  said.reported({ run_id: 'one', event: 'finished' });
  expect(said.current()).toBeNull();
  expect(read).toHaveBeenCalledOnce();
});

it('a text that comes after the end is not shown', async () => {
  const { said } = open({ one: run({}) });
  said.reported({ run_id: 'one', event: 'started' });
  said.reported({ run_id: 'one', event: 'interrupted' });
  await Promise.resolve();
  expect(said.current()).toBeNull();
});

it('an emergency is above what has begun before and after it, also without the server', async () => {
  const { said } = open();
  for (const run_id of ['one', 'fire', 'bell']) said.reported({ run_id, event: 'started' });
  expect(said.current()).toMatchObject({ runId: 'fire', priority: 'emergency' });
  said.reported({ run_id: 'fire', event: 'finished' });
  expect(said.current()).toMatchObject({ title: 'First lesson', priority: 'scheduled' });
  said.reported({ run_id: 'bell', event: 'finished' });
  expect(said.current()?.runId).toBe('one');
});

it('music, and the audio of a prepared emergency, are not said', () => {
  const { said, read } = open();
  said.reported({ run_id: 'music', event: 'started' });
  said.reported({ run_id: 'prepared', event: 'fetched' });
  expect(said.current()).toBeNull();
  expect(read).not.toHaveBeenCalled();
});

it('what comes next is what is still to begin', () => {
  const { said } = open();
  expect(said.next(Date.parse('2026-01-15T08:30:00.000Z')).map(({ title }) => title)).toEqual(['Break']);
});
