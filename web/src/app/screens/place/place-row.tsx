import type { PlaceRow as Place } from '@belfry/schemas/http/places/places';
import { Row, type RowState } from '../../../kit/list/index.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { useChecking } from '../../../features/alarms/index.ts';
import { When } from '../../../ui/when.tsx';

/** A place in a list, with how many of its loudspeakers are there. */
export function PlaceRow({ place, path }: { place: Place; path: string }) {
  const { t } = useTranslation('place');
  const checking = useChecking();
  const { company_id, name, loudspeakers, online, offline_since } = place;
  const [none, isWhole] = [loudspeakers === 0, online === loudspeakers];
  const well = checking ?? t('state.ok');
  const counted = t('speakers.count', { online, count: loudspeakers });
  const facts = none ? t('state.none') : isWhole ? (checking ?? counted) : counted;
  const state: RowState = none ? 'off' : isWhole ? (checking === null ? 'ok' : 'off') : online === 0 ? 'wrong' : 'look';
  return (
    <Row
      to={placeAddress(company_id)}
      state={{ state, text: isWhole && !none ? well : facts }}
      name={name}
      path={path}
      facts={facts}
      time={offline_since === null ? undefined : <When at={offline_since} />}
    />
  );
}
