import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { anAudio } from '../../../testing/library-factory.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { fakeUpload } from '../testing/fake-upload.ts';
import { pageAnswers } from '../testing/page-answers.ts';
import { RecordAudio } from './record-audio.tsx';

let audio: ReturnType<typeof fakeBrowserAudio>;
const taken = vi.fn();
afterEach(() => {
  cleanup();
  audio.restore();
  taken.mockClear();
});

const AUDIO = anAudio(7, { name: 'Welcome' });

/** A recording of half a second of silence, one second of speech, and half a second of silence. */
async function recorded(upload: { status: number; body: unknown } = { status: 201, body: AUDIO }) {
  audio = fakeBrowserAudio();
  const page = await openPage(<RecordAudio label="Audio before the text" onRecorded={taken} />, pageAnswers());
  const uploads = fakeUpload(upload);
  await page.user.click(screen.getByRole('button', { name: 'Record (Audio before the text)' }));
  await page.user.click(await screen.findByRole('button', { name: 'Record, up to 5 minutes' }));
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

it('keeps the part in which somebody speaks, and hands it over', async () => {
  const { user, uploads } = await recorded();
  screen.getByText('0:01.4 are kept');
  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Welcome');
  await user.click(screen.getByRole('button', { name: 'Keep in the library' }));
  await waitFor(() => expect(taken).toHaveBeenCalledWith(AUDIO));
  expect(uploads.map(({ url }) => url)).toEqual(['/api/audio/recordings?name=Welcome']);
  // The header of the file and 1.4 s of samples.
  expect(uploads[0]?.file.size).toBe(44 + 134_400);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps a fifth of a second at least, however far the end is moved to the beginning', async () => {
  const { user } = await recorded();
  screen.getByRole('slider', { name: 'End of the part' }).focus();
  await user.keyboard('{ArrowLeft>5/}');
  screen.getByText('0:01.3 are kept');
  await user.keyboard('{ArrowLeft>100/}');
  screen.getByText('0:00.2 are kept');
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
});
