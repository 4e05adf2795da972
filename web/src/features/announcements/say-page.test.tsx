import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answer } from '../../testing/fake-server.ts';
import { openPage } from '../../testing/open-page.tsx';
import { aChime } from '../../testing/library-factory.ts';
import { answerWhere, choosePlace } from '../../testing/where-factory.ts';
import { stubElementSize } from '../../testing/stub-element-size.ts';
import { aRun, RUN_ID, SERIAL } from './testing/run-factory.ts';
import { SayPage } from './say-page.tsx';

beforeEach(() => stubElementSize(600));
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  vi.unstubAllGlobals();
});

const PLACE = {
  serial: SERIAL,
  company_id: 4,
  place: 'Door',
  path: 'Main / North',
  language: 'ru-RU',
  voice: 'ru-RU-A',
};
const PREVIEW = {
  devices: 2,
  reachable: 2,
  offline: 0,
  silent: 0,
  unheard: [],
  fallbacks: 0,
  text_language: null,
  other_voices: 0,
  languages: [{ language: 'ru-RU', voice: 'ru-RU-A', devices: 2 }],
  places: [{ ...PLACE, fallback: false, online: true, silent_reason: null }],
};
const answer: Answer = ({ path, body }) => {
  if (path === '/where') return answerWhere(body);
  if (path === '/announcements/preview') return Response.json(PREVIEW);
  if (path === '/announcements/say') return Response.json({ run_id: RUN_ID, devices: 2, offline: 1 }, { status: 202 });
  if (path === `/announcements/runs/${RUN_ID}`) return Response.json(aRun({ state: 'started' }, { devices: 1 }));
  if (path === `/announcements/runs/${RUN_ID}/stop`) return Response.json(aRun());
  if (path === '/announcements/runs') return Response.json([aRun()], { headers: { 'X-Total-Count': '1' } });
  return undefined;
};

it('says a text after a chime of the product or of the organisation', async () => {
  const { user, requestsTo } = await openPage(<SayPage />, (request) =>
    request.path === '/chimes'
      ? Response.json([aChime(3, { name: 'School bell' })], { headers: { 'X-Total-Count': '1' } })
      : answer(request),
  );
  const choose = async (name: string): Promise<void> => {
    await user.click(screen.getByRole('combobox', { name: 'Chime before it' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Welcome' } });
  await choosePlace(user, 'North');
  await choose('Ding-dong');
  await waitFor(() => expect(requestsTo('/announcements/preview').at(-1)?.body).toMatchObject({ chime: 'ding_dong' }));
  await choose('School bell');
  await user.click(await screen.findByRole('button', { name: 'Speak to 2 devices' }));
  await waitFor(() => expect(requestsTo('/announcements/say')).toHaveLength(1));
  expect(requestsTo('/announcements/say')[0]?.body).toMatchObject({ text: 'Welcome', chime_id: 3 });
});

it('counts those who would hear it now, while devices are away', async () => {
  const unheard = [
    {
      serial: SERIAL,
      place: 'Door',
      path: 'Main / North',
      reason: 'offline',
      since: new Date().toISOString(),
      until: null,
    },
    { serial: SERIAL, place: 'Hall', path: 'Main / North', reason: 'quiet_hours', since: null, until: '07:00' },
  ];
  const away = { ...PREVIEW, devices: 6, reachable: 0, offline: 6, unheard };
  const { user } = await openPage(<SayPage />, (request) =>
    request.path === '/announcements/preview' ? Response.json(away) : answer(request),
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Welcome' } });
  await choosePlace(user, 'North');
  expect(await screen.findByText('0 of 6 devices would hear it now')).toBeDefined();
  expect(
    screen.getByText(
      /^6 will not: North \/ Door \(offline since [\d:]+\), North \/ Hall \(quiet hours until 07:00\) and 4 more$/,
    ),
  ).toBeDefined();
  expect(screen.getByRole('button', { name: 'Speak to 0 of 6 devices' })).toBeDefined();
  expect(screen.queryByText(/^6 devices would/)).toBeNull();
});

it('names a text that voices of another language would speak, and has all places speak in its own', async () => {
  const mixed = {
    ...PREVIEW,
    devices: 8,
    reachable: 8,
    text_language: 'en',
    other_voices: 6,
    languages: [
      { language: 'fr-FR', voice: 'fr-FR-A', devices: 6 },
      { language: 'en-US', voice: 'en-US-A', devices: 2 },
    ],
  };
  const { user, requestsTo } = await openPage(<SayPage />, (request) =>
    request.path === '/announcements/preview' ? Response.json(mixed) : answer(request),
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'We close in ten minutes' } });
  await choosePlace(user, 'North');
  await screen.findByText('The text looks English; 6 places would hear it by a voice for French');
  expect(screen.getAllByRole('button', { name: /^Listen: / })).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /^Listen: fr-FR-A, French/ }));
  await waitFor(() => expect(requestsTo('/messages/preview')).toHaveLength(1));
  expect(requestsTo('/messages/preview')).toMatchObject([
    { body: { text: 'We close in ten minutes', language: 'fr-FR', voice: 'fr-FR-A' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'All in English' }));
  await waitFor(() => expect(requestsTo('/announcements/preview').at(-1)).toMatchObject({ body: { language: 'en' } }));
});

it('shows what the voices say where they do not say it as it is written', async () => {
  const languages = [
    { language: 'ru-RU', voice: 'ru-RU-A', devices: 6, spoken: 'Закрытие в двенадцать тридцать' },
    { language: 'en-US', voice: 'en-US-A', devices: 2, spoken: 'Закрытие в 12:30' },
    { language: 'en-US', voice: 'en-US-B', devices: 1 },
  ];
  const { user } = await openPage(<SayPage />, (request) =>
    request.path === '/announcements/preview' ? Response.json({ ...PREVIEW, languages }) : answer(request),
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'Закрытие в 12:30' } });
  await choosePlace(user, 'North');
  const line = await screen.findByText('Закрытие в двенадцать тридцать');
  expect(line.getAttribute('lang')).toBe('ru-RU');
  expect(line.parentElement?.textContent).toBe('Russian (Russia), spoken as: Закрытие в двенадцать тридцать');
  expect(line.closest('[aria-live], [role="status"]')).toBeNull();
  expect(screen.getAllByText(/spoken as/i)).toHaveLength(1);
});
