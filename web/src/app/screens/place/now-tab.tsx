import { Text } from '@mantine/core';
import type { PlacePage, PlaceRow as Place } from '@belfry/schemas/http/places/places';
import { useListPlacesQuery } from '../../../features/places/places-api.ts';
import { Rows } from '../../../kit/list/index.ts';
import { HeardBar, useReceiptTitle } from '../../../kit/receipt/index.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { When } from '../../../ui/when.tsx';
import { useMayHere } from './place-head.tsx';
import { PlaceRow } from './place-row.tsx';
import { SpeakerRows } from './speaker-rows.tsx';
import classes from './place.module.css';

export function NowTab({ place }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const may = useMayHere(place);
  // Those below it are listed instead of their loudspeakers.
  const { currentData } = useListPlacesQuery({ below: place.company_id }, { skip: place.type === 'Company' });
  const places = currentData?.rows.filter(({ company_id }) => company_id !== place.company_id) ?? [];
  return (
    <>
      {may.texts && <Heard place={place} />}
      {places.length > 0 ? (
        <Below places={places} above={[place.path, place.name].filter(Boolean).join(' / ')} />
      ) : (
        <SpeakerRows place={place} />
      )}
      {currentData !== undefined && places.length === 0 && place.loudspeakers === 0 && (
        <Text size="sm" c="dimmed">
          {t('state.none')}
        </Text>
      )}
    </>
  );
}

/** What comes next, and what was said last, by the clock of the place. */
function Heard({ place: { next, last, time_zone } }: { place: PlacePage }) {
  const { t } = useTranslation('place');
  const titleOf = useReceiptTitle();
  return (
    <dl className={classes.facts}>
      <dt>{t('next.title')}</dt>
      <dd>
        {next.length === 0 && t('next.none')}
        {firsts(next).map(({ title, at }) => (
          <span key={`${at} ${title}`}>
            <When at={at} zone={time_zone} /> {title}
          </span>
        ))}
      </dd>
      <dt>{t('last.title')}</dt>
      <dd>
        {last ? (
          <>
            <span>
              <When at={last.at} zone={time_zone} /> {titleOf(last)}
            </span>
            <HeardBar heard={last} />
          </>
        ) : (
          t('last.none')
        )}
      </dd>
    </dl>
  );
}

/** Of what comes every day the next one only. */
const firsts = (next: PlacePage['next']): PlacePage['next'] =>
  next.filter(({ title }, index) => next.findIndex((each) => each.title === title) === index);

/** `above`: the names that the reader has in front of them. */
function Below({ places, above }: { places: readonly Place[]; above: string }) {
  const { t } = useTranslation('place');
  return (
    <Rows label={t('below.title')} rows={places} keyOf={({ company_id }) => company_id} empty={null}>
      {(place) => <PlaceRow place={place} path={place.path.slice(above.length).replace(/^ \/ /, '')} />}
    </Rows>
  );
}
