import { useTranslation } from 'react-i18next';
import type { DayWindow } from '../../api/day-programme-api.ts';
import { useContents } from '../../use-contents.ts';

/** The name of what a window plays. */
export function useWindowName(): (window: DayWindow) => string {
  const { t } = useTranslation('day-programme');
  const playlists = useContents('playlist');
  const stations = useContents('station');
  return ({ playlist_id, station_id }) => {
    const { data, isLoading } = playlist_id === null ? stations : playlists;
    const found = data?.find(({ id }) => id === (playlist_id ?? station_id));
    return found?.name ?? (isLoading ? '…' : t('gone'));
  };
}
