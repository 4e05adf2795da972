import { zoneCity } from '@belfry/schemas/domain/zone-cities';
import { useContext } from 'react';
import { useLocale } from '../lib/i18n.ts';
import { otherZoneOf, TimeZone, timesIn, useClockOf, zoneNameOf } from '../lib/times.ts';
import { useTranslation } from '../lib/translation.ts';

type Props = {
  at: string;
  /** The IANA name of the zone of the place; null: that of the reader. */
  zone?: string | null;
};

/** One clock: that of the place, which is named where it is not the reader's. The whole moment, and the clock of the reader, are there on hover. */
export function When({ at, zone = null }: Props) {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const own = useContext(TimeZone);
  const clock = useClockOf(zone);
  const other = otherZoneOf(own, zone);
  const there = other ?? own;
  const cityOf = (name: string): string => zoneCity(name, locale);
  const moment = timesIn(locale, there).moment(at);
  return (
    <time
      dateTime={at}
      title={
        other === null
          ? moment
          : `${moment} (${cityOf(other)}). ${t('own_clock', { moment: timesIn(locale, own).moment(at), zone: cityOf(zoneNameOf(own)) })}`
      }
      data-elsewhere={other === null ? undefined : ''}
    >
      {clock(at)}
    </time>
  );
}
