import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { pagesHttp } from '@belfry/schemas/http/pages/pages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openPage } from '../../../testing/open-page.tsx';
import { fakeBrowserAudio } from '../testing/fake-browser-audio.ts';
import { pageAnswers } from '../testing/page-answers.ts';
import { TalkPage } from './talk-page.tsx';

let audio: ReturnType<typeof fakeBrowserAudio>;
afterEach(() => {
  cleanup();
  audio.restore();
});

const renderPicker = (_value: TargetsInput, onChange: (value: TargetsInput) => void) => (
  <button type="button" onClick={() => onChange({ nodes: [2] })}>
    Choose the hall
  </button>
);
const TARGETS = { nodes: [2], groups: [], devices: [], except: { nodes: [], groups: [], devices: [] } };
const STORED = {
  talkPlaces: {
    1: [
      { id: 'hall', name: 'Hall', targets: TARGETS },
      { id: 'yard', name: 'Yard', targets: { ...TARGETS, nodes: [3] } },
    ],
    2: [{ id: 'theirs', name: 'Theirs', targets: TARGETS }],
  },
};

async function opened(stored: object = {}, options: Parameters<typeof fakeBrowserAudio>[0] = {}) {
  audio = fakeBrowserAudio(options);
  return openPage(<TalkPage renderPicker={renderPicker} />, pageAnswers(), { ...stored });
}

const stored = (): unknown => JSON.parse(localStorage.getItem('talkPlaces') ?? 'null');

it('saves a place as a big button, which names what the other button speaks to', async () => {
  const { user } = await opened();
  screen.getByText('No saved places yet');
  await user.click(screen.getByRole('button', { name: 'Add a place' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a place' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  within(dialog).getByText('Enter a name');
  within(dialog).getByText('Choose at least one place.');
  await user.type(within(dialog).getByRole('textbox', { name: /^Name on the button/ }), 'Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Choose the hall' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const place = await screen.findByRole('button', { name: 'Hall' });
  expect(place.getAttribute('aria-pressed')).toBe('true');
  screen.getByRole('button', { name: /^Hold to talk to Hall/ });
  expect(stored()).toMatchObject({ 1: [{ name: 'Hall', targets: { nodes: [2] } }] });
});

it('speaks to the chosen one of the places of the person', async () => {
  const { user, requestsTo } = await opened(STORED);
  expect(screen.queryByRole('button', { name: 'Theirs' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Yard' }));
  await user.click(screen.getByRole('button', { name: 'Turn on the microphone' }));
  const hold = await screen.findByRole('button', { name: /^Hold to talk to Yard/ });
  await waitFor(() => expect(hold).toHaveProperty('disabled', false));
  fireEvent.pointerDown(hold, { button: 0, pointerId: 1 });
  await waitFor(() => expect(audio.sockets).toHaveLength(1));
  expect(requestsTo(pagesHttp.open)).toMatchObject([{ body: { targets: { nodes: [3] } } }]);
  expect(screen.getByRole('button', { name: 'Hall' })).toHaveProperty('disabled', true);
});

it('changes and removes a place, and leaves those of other people', async () => {
  const { user } = await opened(STORED);
  await user.click(screen.getByRole('button', { name: 'Edit Yard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit place' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yard' })).toBeNull());
  expect(stored()).toMatchObject({ 1: [{ name: 'Hall' }], 2: [{ name: 'Theirs' }] });
});

it('can be installed', async () => {
  await opened();
  await waitFor(() =>
    expect(document.querySelector('link[rel="manifest"]')?.getAttribute('href')).toBe('/talk.webmanifest'),
  );
});

it('says that it needs HTTPS', async () => {
  await opened(STORED, { without: true, secure: false });
  expect(screen.getByRole('alert').textContent).toMatch(/^Browsers give no microphone to pages without HTTPS/);
  expect(screen.queryByRole('button', { name: 'Hall' })).toBeNull();
});
