import { type VoiceMapping, voicePacksHttp } from '@belfry/schemas/http/speech/voice-packs';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { firstOf, on } from '../../../testing/fake-server.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { VoiceMappings } from './voice-mappings.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MAPPING: VoiceMapping = { from_voice: 'lv-LV-Standard-A', to_voice: 'lv-LV-Piper-Aivars-medium' };

it('lists which voice speaks for which, and ends it', async () => {
  let mappings = [MAPPING];
  const { user } = await openPage(
    <VoiceMappings />,
    firstOf(
      on(voicePacksHttp.mappings, () => ({ mappings })),
      on(voicePacksHttp.map, ({ body }) => {
        mappings = body.mappings;
        return { mappings };
      }),
      ({ path }) => (path === '/voices/languages' ? Response.json([]) : undefined),
    ),
  );
  expect(await screen.findByText('lv-LV-Piper-Aivars-medium speaks for lv-LV-Standard-A')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove: lv-LV-Standard-A' }));
  await waitFor(() => expect(mappings).toEqual([]));
  expect(await screen.findByText('No voice speaks for another one.')).toBeDefined();
});
