import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useStore } from '../store.ts';
import type { MicrophoneSession } from '../audio/microphone-session.ts';
import { useGetPageSettingsQuery } from '../live-pages-api.ts';

const POLL_MS = 5_000;

/** Why nobody can speak now: the server or its broker is away, no microphone is on, no place is chosen, no device is there. */
export type Obstacle = 'away' | 'microphone' | 'places' | 'nobody';

type Asked = { microphone: MicrophoneSession; targets: TargetsInput | null; devices: number | undefined };

/** null: nothing keeps people from speaking. */
export function useObstacle({ microphone, targets, devices }: Asked): Obstacle | null {
  const { data, isError } = useGetPageSettingsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const { status } = useStore(microphone.state);
  if (isError || data?.available === false) return 'away';
  if (status !== 'on') return 'microphone';
  if (targets === null) return 'places';
  return devices === 0 ? 'nobody' : null;
}
