import type { LibraryItem } from '@belfry/schemas/http/library/items';
import type { ReactNode } from 'react';
import { firstText } from '../../kit/what/index.ts';
import { useTranslation } from '../../lib/translation.ts';
import { type Playable, PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { keyOf } from './item.ts';
import { useLazyGetAudioQuery, useLinkAudioMutation, usePreviewTextMutation } from './library-api.ts';
import { asHeard } from './message-values.ts';

const ALL = { q: '', page: 1, page_size: 500 };

/** The button that plays something of the library as places hear it; one thing at a time. */
export function useItemPlayer(): (entry: LibraryItem) => ReactNode {
  const { t } = useTranslation('library');
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  const [render] = usePreviewTextMutation();
  const [readAudio] = useLazyGetAudioQuery();
  const { playback, play, stop } = usePlayback(() => toast('error', t('messages.not_played')));
  const addressOf = async (sha256: string): Promise<string | null> =>
    (await act(() => link(sha256), { failed: t('messages.not_played') })) ?? null;

  async function playableOf({ kind, item }: LibraryItem): Promise<Playable | null> {
    switch (kind) {
      case 'messages': {
        const spoken = firstText(item);
        const { chime, chime_id = null } = item;
        const failed = { failed: t('messages.not_rendered') };
        const answer = spoken && (await act(() => render({ ...spoken, chime, chime_id }), failed));
        return asHeard(answer?.parts ?? null, item);
      }
      case 'stations':
        return [item.url];
      case 'playlists': {
        const page = await act(() => readAudio(ALL, true), { failed: t('messages.not_played') });
        const sounds = new Map(page?.rows.map(({ id, sha256 }) => [id, sha256]));
        const parts = item.audio_ids.flatMap((id) => sounds.get(id) ?? []);
        return page ? parts.map((sha256) => () => addressOf(sha256)) : null;
      }
      case 'audio':
      case 'chimes': {
        const address = await addressOf(item.sha256);
        return address === null ? null : [address];
      }
    }
  }
  return (entry) => {
    const key = keyOf(entry);
    return (
      <PlayButton
        name={entry.item.name}
        state={playStateOf(playback, key)}
        onPlay={() => void play(key, () => playableOf(entry))}
        onStop={stop}
      />
    );
  };
}
