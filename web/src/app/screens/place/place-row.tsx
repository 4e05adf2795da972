import type { PlaceRow as Place } from '@belfry/schemas/http/places/places';
import { Row, type RowState } from '../../../kit/list/index.ts';
import { placeAddress } from '../../../kit/place-name/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { When } from '../../../ui/when.tsx';

/** A place in a list, with how many of its loudspeakers are there. */
export function PlaceRow({ place, path }: { place: Place; path: string }) {
  const { t } = useTranslation('place');
  const { company_id, name, loudspeakers, online, offline_since } = place;
  const [none, isWhole] = [loudspeakers === 0, online === loudspeakers];
  const facts = none ? t('state.none') : t('speakers.count', { online, count: loudspeakers });
  const state: RowState = none ? 'off' : isWhole ? 'ok' : online === 0 ? 'wrong' : 'look';
  return (
    <Row
      to={placeAddress(company_id)}
      state={{ state, text: isWhole && !none ? t('state.ok') : facts }}
      name={name}
      path={path}
      facts={facts}
      time={offline_since === null ? undefined : <When at={offline_since} />}
    />
  );
}
