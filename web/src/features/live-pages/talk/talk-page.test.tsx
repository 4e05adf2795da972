import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { livePagesHttp } from '@belfry/schemas/http/live-pages/live-pages';
import { type SavedPlace, savedPlacesHttp } from '@belfry/schemas/http/live-pages/saved-places';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { firstOf, on, refusal } from '../../../testing/fake-server.ts';
import { insideOf } from '../../../testing/inside-of.ts';
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
const SAVED: readonly SavedPlace[] = [
  { id: 1, name: 'Hall', targets: TARGETS },
  { id: 2, name: 'Yard', targets: { ...TARGETS, nodes: [3] } },
];

function placesServer(...saved: SavedPlace[]) {
  const places = [...saved];
  const isTaken = (name: string): boolean => places.some((place) => place.name === name);
  const answer = firstOf(
    on(savedPlacesHttp.list, () => [...places]),
    on(savedPlacesHttp.save, ({ body }) => {
      if (isTaken(body.name)) return refusal(409, 'There is a saved place of this name already', 'conflict');
      places.push({ id: 9, ...body });
      return Response.json(places.at(-1), { status: 201 });
    }),
    on(savedPlacesHttp.replace, ({ params: { id }, body }) =>
      Object.assign(
        places.find((place) => place.id === id)!,
        body,
      ),
    ),
    on(savedPlacesHttp.remove, ({ params: { id } }) => {
      places.splice(
        places.findIndex((place) => place.id === id),
        1,
      );
      return null;
    }),
  );
  return { places, answer };
}

async function opened(saved: readonly SavedPlace[] = [], options: Parameters<typeof fakeBrowserAudio>[0] = {}) {
  audio = fakeBrowserAudio(options);
  const { places, answer } = placesServer(...saved);
  return { places, ...(await openPage(<TalkPage renderPicker={renderPicker} />, pageAnswers(answer))) };
}

it('saves a place as a big button, which names what the other button speaks to', async () => {
  const { user, places } = await opened();
  await screen.findByText('No saved places yet');
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
  await screen.findByText('2 devices would hear you');
  expect(places).toMatchObject([{ name: 'Hall', targets: { nodes: [2] } }]);
});

it('keeps no two places of one name', async () => {
  const { user, places } = await opened(SAVED);
  await user.click(await screen.findByRole('button', { name: 'Add a place' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a place' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Name on the button/ }), 'Hall');
  await user.click(within(dialog).getByRole('button', { name: 'Choose the hall' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('There is a button of this name already.');
  expect(places).toHaveLength(2);
});

it('speaks to the chosen one of the places of the person', async () => {
  const { user, requestsTo } = await opened(SAVED);
  await user.click(await screen.findByRole('button', { name: 'Yard' }));
  await user.click(screen.getByRole('button', { name: 'Turn on the microphone' }));
  const hold = await screen.findByRole('button', { name: /^Hold to talk to Yard/ });
  await waitFor(() => expect(hold).toHaveProperty('disabled', false));
  fireEvent.pointerDown(insideOf(hold), { button: 0, pointerId: 1 });
  await waitFor(() => expect(audio.sockets).toHaveLength(1));
  expect(requestsTo(livePagesHttp.open)).toMatchObject([{ body: { targets: { nodes: [3] } } }]);
  expect(screen.getByRole('button', { name: 'Hall' })).toHaveProperty('disabled', true);
});

it('changes and removes a place', async () => {
  const { user, places } = await opened(SAVED);
  await user.click(await screen.findByRole('button', { name: 'Edit Hall' }));
  const editing = await screen.findByRole('dialog', { name: 'Edit place' });
  const name = within(editing).getByRole('textbox', { name: /^Name on the button/ });
  await user.clear(name);
  await user.type(name, 'Big hall');
  await user.click(within(editing).getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Big hall' });
  await user.click(screen.getByRole('button', { name: 'Edit Yard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit place' });
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Yard' })).toBeNull());
  expect(places.map((place) => place.name)).toEqual(['Big hall']);
});

it('can be installed', async () => {
  await opened();
  await waitFor(() =>
    expect(document.querySelector('link[rel="manifest"]')?.getAttribute('href')).toBe('/talk.webmanifest'),
  );
});

it('says that it needs HTTPS', async () => {
  await opened(SAVED, { without: true, secure: false });
  expect(screen.getByRole('alert').textContent).toMatch(/^Browsers give no microphone to pages without HTTPS/);
  expect(screen.queryByRole('button', { name: 'Hall' })).toBeNull();
});
