import type { PlacePage } from '@belfry/schemas/http/places/places';
import { type RowState } from '../../../kit/list/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useClockOf } from '../../../lib/times.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useChecking } from '../../../features/alarms/index.ts';

/** Of loudspeakers that are away, by name. */
const NAMED = 2;

/** One sentence: how the place is, and why, by its clock. */
export function usePlaceState(place: PlacePage): { state: RowState; text: string } {
  const { t } = useTranslation('place');
  const locale = useLocale();
  const checking = useChecking();
  const { loudspeakers, online, offline_since, silent_until, speakers, time_zone } = place;
  const clock = useClockOf(time_zone);
  const since = (text: string): string =>
    offline_since === null ? text : t('state.since', { text, time: clock(offline_since) });
  const away = loudspeakers - online;
  if (loudspeakers === 0) return { state: 'off', text: t('state.none') };
  if (online === 0) return { state: 'wrong', text: since(t('state.all_away', { count: loudspeakers })) };
  if (away > 0) {
    const names = speakers
      .filter(({ status }) => status !== 'online')
      .slice(0, NAMED)
      .map(({ place: at, name }) => (at === null ? name : `${at} / ${name}`))
      .join(', ');
    const text = t('state.some_away', {
      count: away,
      total: formatCount(loudspeakers, locale),
      names: away > NAMED ? `${names} …` : names,
    });
    return { state: 'look', text: since(text) };
  }
  if (silent_until !== null) return { state: 'look', text: t('state.silent', { time: clock(silent_until) }) };
  if (checking !== null) return { state: 'off', text: checking };
  return { state: 'ok', text: t('state.ok') };
}
