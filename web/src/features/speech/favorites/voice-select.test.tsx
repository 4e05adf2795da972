import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { VoiceSelect, type LanguageAndVoice } from './voice-select.tsx';

const changes: LanguageAndVoice[] = [];

beforeEach(async () => {
  sessionStorage.clear();
  changes.length = 0;
  await startI18n();
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    if (url.includes('/voices/languages')) return Response.json({ de: 'German', ru: 'Russian' });
    if (url.includes('/voices/voice/')) {
      return Response.json({ voice_name: 'de-DE-Standard-Z', display_name: 'Zoe', gender: 'female', language: 'de' });
    }
    return Response.json([
      { code: 'de-DE-Standard-B', name: 'Bodo', gender: 'male' },
      { code: 'de-DE-Standard-A', name: 'Ada', gender: 'female' },
    ]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Form(initial: LanguageAndVoice) {
  const [choice, setChoice] = useState(initial);
  return (
    <VoiceSelect
      {...choice}
      onChange={(next) => {
        changes.push(next);
        setChoice(next);
      }}
    />
  );
}
function open(initial: LanguageAndVoice) {
  renderPage(<Form {...initial} />);
  return userEvent.setup();
}
const button = (name: string) => screen.findByRole('button', { name });

it('selects the first voice of another language', async () => {
  const user = open({ language: 'ru', voice: 'ru-RU-Standard-A' });
  await user.click(await button('Language: Russian'));
  await user.type(await screen.findByRole('combobox'), 'ger{Enter}');
  await button('Voice: Ada');
  expect(changes).toEqual([
    { language: 'de', voice: '' },
    { language: 'de', voice: 'de-DE-Standard-A' },
  ]);
});

it('keeps a voice that no longer exists until another is chosen', async () => {
  const user = open({ language: 'de', voice: 'de-DE-Standard-Z' });
  await screen.findByText('2 available');
  expect(changes).toEqual([]);
  await user.click(await button('Voice: Zoe'));
  await user.type(await screen.findByRole('combobox'), 'bod{Enter}');
  await button('Voice: Bodo');
  expect(changes).toEqual([{ language: 'de', voice: 'de-DE-Standard-B' }]);
});

it('shows no codes while the names are loaded', async () => {
  const answers = Promise.withResolvers<void>();
  const answer = fetch;
  vi.stubGlobal('fetch', (request: Request) => answers.promise.then(() => answer(request)));
  open({ language: 'ru', voice: 'de-DE-Standard-A' });
  await button('Language: Loading...');
  await button('Voice: Loading...');
  answers.resolve();
  await button('Language: Russian');
  await button('Voice: Ada');
});
