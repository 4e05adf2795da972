import type { Message } from '@belfry/schemas/http/library/texts';
import type { ReactNode } from 'react';
import { useLinkAudioMutation, usePreviewTextMutation } from '../../features/library/library-api.ts';
import { useTranslation } from '../../lib/translation.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { firstText, type Sound } from './what-value.ts';

/** The buttons that play prepared texts and sounds in this browser, one at a time. */
export function useListen() {
  const { t } = useTranslation(['what', 'library']);
  const { act } = useAct({ parallel: true });
  const [render] = usePreviewTextMutation();
  const [link] = useLinkAudioMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('library:messages.not_played')));
  const failed = t('library:messages.not_rendered');
  const textButton = (message: Message): ReactNode => {
    const spoken = firstText(message);
    if (!spoken) return null;
    const { chime, chime_id } = message;
    return (
      <PlayButton
        name={message.name}
        state={playStateOf(playback, `message:${message.id}`)}
        onPlay={() =>
          void play(`message:${message.id}`, async () => {
            const data = await act(() => render({ ...spoken, chime, chime_id: chime_id ?? null }), { failed });
            return data?.parts ?? null;
          })
        }
        onStop={stop}
      />
    );
  };
  const soundButton = ({ id, name, sha256 }: Sound): ReactNode => (
    <PlayButton
      name={name}
      state={playStateOf(playback, `audio:${id}`)}
      onPlay={() =>
        void play(`audio:${id}`, async () => {
          const url = await act(() => link(sha256), { failed: t('library:messages.not_played') });
          return url === undefined ? null : [url];
        })
      }
      onStop={stop}
    />
  );
  return { textButton, soundButton };
}
