import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { useGetPageSettingsQuery } from '../live-pages-api.ts';

const POLL_MS = 5_000;

/** Why nobody can speak now: the server or its broker is away, no place is chosen, no device is there. */
export type Obstacle = 'away' | 'places' | 'nobody';

type Asked = { targets: TargetsInput | null; devices: number | undefined };

/** null: nothing keeps people from speaking. */
export function useObstacle({ targets, devices }: Asked): Obstacle | null {
  const { data, isError } = useGetPageSettingsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  if (isError || data?.available === false) return 'away';
  if (targets === null) return 'places';
  return devices === 0 ? 'nobody' : null;
}
