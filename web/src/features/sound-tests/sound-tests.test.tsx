import { soundTestsHttp, type SoundTest } from '@belfry/schemas/http/sound-tests';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { SoundTests } from './sound-tests.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SERIAL = '1234-5678-9012-3456';
const test = (fields: Partial<SoundTest> = {}): SoundTest => ({
  test_id: 1,
  at: '2026-11-27T02:10:00.000Z',
  kind: 'nightly',
  announcement: null,
  result: 'heard',
  reason: null,
  level_db: -24.4,
  noise_db: -52,
  level: 40,
  players: [],
  ...fields,
});

const ANSWER = {
  success: true,
  commandId: null,
  message: '',
  result: { executionTime: 5_000, players: [] },
  error: null,
  errorType: null,
};
const open = (tests: SoundTest[], operates = true) =>
  openPage(
    <SoundTests device={{ serial: SERIAL, status: 'online' }} operates={operates} />,
    firstOf(
      on(soundTestsHttp.list, () => tests),
      on(commandsHttp.sendAndWait, () => ANSWER),
    ),
  );

it('says that a device without a microphone is not tested, and never that it is good', async () => {
  await open([test({ result: 'not_tested', reason: 'no_microphone', level_db: null })]);
  expect(await screen.findByText('Not tested: no microphone')).toBeDefined();
  expect(screen.queryByText('Heard')).toBeNull();
});

it('shows the last result, those before it, and the line of their levels', async () => {
  await open([
    test({ test_id: 3 }),
    test({ test_id: 2, result: 'not_heard', level_db: null }),
    test({ level_db: -20 }),
  ]);
  expect(await screen.findByText('Heard')).toBeDefined();
  const list = screen.getByRole('list', { name: 'Earlier sound tests' });
  expect(list.textContent).toContain('Not heard');
  expect(screen.getByRole('figure', { name: 'Levels that were heard' })).toBeDefined();
});

it('tells what was heard while an announcement was played', async () => {
  await open([
    test({ test_id: 2, kind: 'passive', announcement: 'Closing time', level: 75 }),
    test({ kind: 'passive', result: 'not_tested', reason: 'too_short', level_db: null }),
  ]);
  expect(await screen.findByText(/while announcing “Closing time”/)).toBeDefined();
  expect(screen.getByText(/Not tested: the announcement was too short while announcing$/)).toBeDefined();
});

it('tests the sound now at the volume of the last test', async () => {
  const { user, requestsTo } = await open([test({ test_id: 2, kind: 'passive', level: 75 }), test()]);
  await user.click(await screen.findByRole('button', { name: 'Test the sound now' }));
  await vi.waitFor(() =>
    expect(requestsTo(commandsHttp.sendAndWait)[0]?.body).toMatchObject({
      command: 'sound_test',
      params: { level: 40 },
    }),
  );
});

it('has no button for who only reads the device', async () => {
  await open([], false);
  expect(await screen.findByText('Not tested yet')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Test the sound now' })).toBeNull();
});
