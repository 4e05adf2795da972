import { accessHttp } from '@belfry/schemas/http/teams/access';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useGetOwnAccessQuery } from '../../features/teams/teams-api.ts';
import { firstOf, on } from '../../testing/fake-server.ts';
import { aMessage, anAudio } from '../../testing/library-factory.ts';
import { openPage } from '../../testing/open-page.tsx';
import { PreparedTexts } from './prepared-texts.tsx';
import type { WhatValue } from './what-value.ts';
import { What } from './what.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TEXTS = [
  aMessage(1, {
    name: 'Closing soon',
    variants: [
      { language: 'en', text: 'Dear guests, we close in ten minutes.' },
      { language: 'de', text: 'Wir schließen in zehn Minuten.' },
    ],
  }),
  aMessage(2, { name: 'Evacuate', emergency: true }),
];
const SOUNDS = [anAudio(3, { name: 'Closing jingle', duration_ms: 4_000 })];
const listed = (rows: readonly { name: string }[], q: string): Response => {
  const matches = rows.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  return Response.json(matches, { headers: { 'X-Total-Count': String(matches.length) } });
};
const answer = firstOf(
  on(accessHttp.ownAccess, () => [
    {
      member_id: 1,
      organisation_id: 2,
      organisation_name: 'Chain',
      company_id: 4,
      company_name: 'Shop 12',
      role: 'announcer' as const,
      may_emergency: false,
      expires_at: null,
    },
  ]),
  on(messagesHttp.list, ({ query }) => listed(TEXTS, query.q)),
  on(audioHttp.list, ({ query }) => listed(SOUNDS, query.q)),
  on(messagesHttp.read, () => TEXTS[0]!),
);

const talk = vi.fn();
function Form() {
  const [value, setValue] = useState<WhatValue>({ kind: 'text', text: '' });
  return (
    <>
      <What value={value} onChange={setValue} commands={[{ name: 'talk', run: talk }]} />
      <PreparedTexts value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}
// What is permitted to an account is asked by the shell.
function Shell() {
  useGetOwnAccessQuery();
  return <Form />;
}
const open = () => openPage(<Shell />, answer);
const field = () => screen.getByRole('textbox', { name: 'What' });
const value = () => JSON.parse(screen.getByRole('status').textContent ?? '') as WhatValue;

it('finds a prepared text and a sound by name, and shows what is chosen with its languages', async () => {
  const { user } = await open();
  await user.type(field(), 'closing');
  await screen.findByRole('option', { name: /^Closing jingle 4 s/ });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(value()).toEqual({ kind: 'message', id: 1 });
  await screen.findByText('English, German');
  await user.click(screen.getByRole('button', { name: 'Say something else' }));
  expect(value()).toEqual({ kind: 'text', text: '' });
});

it('keeps a sentence as it is typed, and Enter begins a line where nothing is highlighted', async () => {
  const { user } = await open();
  await user.type(field(), 'Closing{Enter}now');
  expect(value()).toEqual({ kind: 'text', text: 'Closing\nnow' });
});

it('offers what each place fills in after a brace, and other ways after a slash', async () => {
  const { user } = await open();
  await user.type(field(), 'Welcome to {{pl');
  await user.click(await screen.findByRole('option', { name: /^Name of the place/ }));
  expect(value()).toEqual({ kind: 'text', text: 'Welcome to {place}' });
  await user.clear(field());
  await user.type(field(), '/ta');
  await user.click(await screen.findByRole('option', { name: 'Talk' }));
  expect(talk).toHaveBeenCalledTimes(1);
  expect(value()).toEqual({ kind: 'text', text: '' });
});

it('has the prepared texts as buttons, without those for emergencies', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Closing soon' }));
  expect(value()).toEqual({ kind: 'message', id: 1 });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Evacuate' })).toBeNull());
});
