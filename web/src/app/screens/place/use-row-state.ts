import type { PlaceRow } from '@belfry/schemas/http/places/places';
import type { RowState } from '../../../kit/list/index.ts';
import { useTranslation } from '../../../lib/translation.ts';

/** The state of a place in a list. */
export function useRowState(): (row: PlaceRow) => { state: RowState; text: string } {
  const { t } = useTranslation('place');
  return ({ loudspeakers, online }) => {
    if (loudspeakers === 0) return { state: 'off', text: t('state.none') };
    if (online === loudspeakers) return { state: 'ok', text: t('state.ok') };
    const text = t('speakers.count', { online, count: loudspeakers });
    return { state: online === 0 ? 'wrong' : 'look', text };
  };
}
