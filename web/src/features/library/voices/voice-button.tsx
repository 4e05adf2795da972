import { useEffect, useEffectEvent } from 'react';
import { PlayButton } from '../../../ui/playback.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSample, useSampleErrorText } from '../../speech/samples/index.ts';

/** Plays the sample of a voice, which is made where there is none yet. */
export function VoiceButton({ voice, name }: { voice: string; name: string }) {
  const { phase, failure, play, stop } = useSample(voice);
  const errorTextOf = useSampleErrorText();
  const tell = useEffectEvent(() => failure && toast('error', errorTextOf(failure).title));
  useEffect(() => {
    if (failure) tell();
  }, [failure]);
  return (
    <PlayButton
      name={name}
      state={phase === 'loading' ? 'waiting' : phase === 'playing' ? 'on' : 'off'}
      onPlay={play}
      onStop={stop}
    />
  );
}
