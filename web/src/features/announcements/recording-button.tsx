import { useAct } from '../../ui/use-act.ts';
import { useTranslation } from '../../lib/translation.ts';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { PlayButton, playStateOf, usePlayback } from '../../ui/playback.tsx';
import { toast } from '../../ui/toast.ts';
import { useRunTitle } from './use-run-title.ts';
import { useLinkAudioMutation } from '../library/library-api.ts';

type Run = Pick<AnnouncementRun, 'run_id' | 'kind' | 'title' | 'recording'>;

export function useRecordings() {
  const { t } = useTranslation('announcements');
  const { act } = useAct({ parallel: true });
  const [link] = useLinkAudioMutation();
  const { playback, play, stop } = usePlayback(() => toast('error', t('not_played')));
  return {
    stateOf: (run: Run) => playStateOf(playback, run.run_id),
    stop,
    play: (run: Run, sha256: string): void =>
      void play(run.run_id, async () => {
        const data = await act(() => link(sha256), { failed: t('not_played') });
        return data === undefined ? null : [data];
      }),
  };
}

type Props = { run: Run; recordings: ReturnType<typeof useRecordings> };

/** Nothing for a run without a recording, or whose recording is no longer kept. */
export function RecordingButton({ run, recordings }: Props) {
  const titleOf = useRunTitle();
  const { recording } = run;
  if (!recording) return null;
  return (
    <PlayButton
      name={titleOf(run)}
      state={recordings.stateOf(run)}
      onPlay={() => recordings.play(run, recording.sha256)}
      onStop={recordings.stop}
    />
  );
}
