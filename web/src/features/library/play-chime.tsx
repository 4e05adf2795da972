import type { Chime } from '@belfry/schemas/domain/announcements';
import { useTranslation } from '../../lib/translation.ts';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useAct } from '../../ui/use-act.ts';
import { usePreviewTextMutation } from './library-api.ts';

/** ▶ of a chime alone. @param chimeId of the organisation, in place of `chime` */
export function PlayChime({ name, chime, chimeId }: { name: string; chime: Chime; chimeId: number | null }) {
  const { t } = useTranslation('library');
  const { act } = useAct();
  const [render] = usePreviewTextMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('messages.not_played')));
  const load = async () => {
    const heard = { text: '', language: 'en', chime, chime_id: chimeId };
    return (await act(() => render(heard), { failed: t('messages.not_played') }))?.parts ?? null;
  };
  return (
    <PlayButton
      name={name}
      state={playStateOf(playback, 'chime')}
      onPlay={() => void play('chime', load)}
      onStop={stop}
    />
  );
}
