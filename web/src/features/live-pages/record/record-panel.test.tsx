import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { on } from '../../../testing/fake-server.ts';
import { anAudio } from '../../../testing/library-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { fakeUpload } from '../testing/fake-upload.ts';
import { pageAnswers } from '../testing/page-answers.ts';
import { RUN_ID } from '../testing/page-factory.ts';
import { RecordAudio } from './record-audio.tsx';
import { RecordPanel } from './record-panel.tsx';

let audio: ReturnType<typeof fakeBrowserAudio>;
afterEach(() => {
  cleanup();
  audio.restore();
});

const AUDIO = anAudio(7, { name: 'Welcome' });
const said = on(sayHttp.say, () => Response.json({ run_id: RUN_ID, devices: 2, offline: 0 }, { status: 202 }));

/** A recording of half a second of silence, one second of speech, and half a second of silence. */
async function recorded(upload: { status: number; body: unknown } = { status: 201, body: AUDIO }) {
  audio = fakeBrowserAudio();
  const panel = (
    <RecordPanel targets={{ nodes: [2] }} picker={<p>The places</p>} renderRun={(runId) => <p>The run {runId}</p>} />
  );
  const page = await openPage(panel, pageAnswers(said));
  const uploads = fakeUpload(upload);
  await page.user.click(screen.getByRole('button', { name: 'Record, up to 5 minutes' }));
  await screen.findByRole('button', { name: 'Stop' });
  for (const [count, value] of [
    [13, 0],
    [25, 0.5],
    [12, 0],
  ] as const)
    for (let frame = 0; frame < count; frame++) audio.speak(value);
  await page.user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByRole('figure', { name: 'Waveform of the recording' });
  return { ...page, uploads };
}

it('sends the part in which somebody speaks, and shows what the places report', async () => {
  const { user, uploads, requestsTo } = await recorded();
  screen.getByText('0:01.4 are kept');
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Welcome');
  await user.click(screen.getByRole('radio', { name: '0 s' }));
  await user.click(screen.getByRole('button', { name: 'Send to the places' }));
  await screen.findByText(`The run ${RUN_ID}`);
  expect(uploads.map(({ url }) => url)).toEqual(['/api/audio/recordings?name=Welcome']);
  // The header of the file and 1.4 s of samples.
  expect(uploads[0]?.file.size).toBe(44 + 134_400);
  expect(requestsTo(sayHttp.say)).toMatchObject([
    { body: { audio_id: 7, chime: 'ding_dong', targets: { nodes: [2] } } },
  ]);
});

it('keeps a fifth of a second at least, however far the end is moved to the beginning', async () => {
  const { user } = await recorded();
  screen.getByRole('slider', { name: 'End of the part' }).focus();
  await user.keyboard('{ArrowLeft>5/}');
  screen.getByText('0:01.3 are kept');
  await user.keyboard('{ArrowLeft>100/}');
  screen.getByText('0:00.2 are kept');
});

it('waits for an undo', async () => {
  const { user, uploads } = await recorded();
  await user.click(screen.getByRole('radio', { name: '10 s' }));
  await user.click(screen.getByRole('button', { name: 'Send to the places' }));
  await screen.findByText(/^It is sent in \d+ seconds$/);
  expect(screen.getByRole('button', { name: 'Send to the places' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.queryByText(/^It is sent in/)).toBeNull();
  expect(uploads).toEqual([]);
  expect(localStorage.getItem('talkUndoSeconds')).toBe('10');
});

it('sends nothing after the screen is left while it waits', async () => {
  const { user, uploads, unmount } = await recorded();
  await user.click(screen.getByRole('radio', { name: '10 s' }));
  vi.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Send to the places' }));
    screen.getByText(/^It is sent in \d+ seconds$/);
    unmount();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(uploads).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it('sends it when the time for an undo is over', async () => {
  const { user, uploads } = await recorded();
  await user.click(screen.getByRole('radio', { name: '10 s' }));
  vi.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Send to the places' }));
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(uploads).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(uploads).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it('keeps it in the library without sending it', async () => {
  const { user, requestsTo } = await recorded();
  await user.click(screen.getByRole('button', { name: 'Keep in the library' }));
  await screen.findByText(/^It is in the library/);
  expect(requestsTo(sayHttp.say)).toEqual([]);
});

it('says why it was refused, and has it still', async () => {
  const { user } = await recorded({ status: 422, body: { error: 'Your audio may take 5 GB' } });
  await user.click(screen.getByRole('button', { name: 'Keep in the library' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Your audio may take 5 GB');
  screen.getByRole('figure', { name: 'Waveform of the recording' });
});

it('is replaced by another recording', async () => {
  const { user } = await recorded();
  await user.click(screen.getByRole('button', { name: 'Record again' }));
  await screen.findByRole('button', { name: 'Stop' });
  expect(screen.queryByRole('figure', { name: 'Waveform of the recording' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send to the places' })).toBeNull());
});

it('records a sound for a form, which gets it when it is in the library', async () => {
  audio = fakeBrowserAudio();
  const taken = vi.fn();
  const { user } = await openPage(<RecordAudio label="Audio before the text" onRecorded={taken} />, pageAnswers());
  const uploads = fakeUpload({ status: 201, body: AUDIO });
  await user.click(screen.getByRole('button', { name: 'Record (Audio before the text)' }));
  await user.click(await screen.findByRole('button', { name: 'Record, up to 5 minutes' }));
  await screen.findByRole('button', { name: 'Stop' });
  for (let frame = 0; frame < 25; frame++) audio.speak(0.5);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByRole('figure', { name: 'Waveform of the recording' });
  await user.click(screen.getByRole('button', { name: 'Keep in the library' }));
  await waitFor(() => expect(taken).toHaveBeenCalledWith({ id: 7 }));
  expect(uploads).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});
