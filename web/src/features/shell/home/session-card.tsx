import { useTranslation } from '../../../lib/translation.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { Card, Facts } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetClientLocationQuery, useAccountLanguages } from '../../lookups/lookups-api.ts';
import { formatSigned } from '../../../lib/format.ts';

export function SessionCard() {
  const { t } = useTranslation('home');
  const locale = useLocale();
  const { data, error, isFetching, refetch } = useGetClientLocationQuery(locale);
  const { list: languages } = useAccountLanguages();
  const none = t('session.none');
  return (
    <Card title={t('session.title')}>
      {data ? (
        <Facts
          facts={[
            [t('session.ip'), data.ip],
            [t('session.country'), data.country ?? none],
            [t('session.phone_code'), data.phoneCode ?? none],
            [t('session.language'), languages.find(({ code }) => code === data.language)?.name ?? none],
            [t('session.zone'), data.timezone ?? none],
            [t('session.utc'), data.timezoneUTC ?? none],
            [
              t('session.bias'),
              data.timezoneOffset === null
                ? none
                : t('session.hours', { hours: biasHours(data.timezoneOffset, locale) }),
            ],
          ]}
        />
      ) : error ? (
        <ErrorState message={t('session.error')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <LineSkeletons count={7} />
      )}
    </Card>
  );
}

const SECONDS_PER_HOUR = 3_600;

/** Seconds east of UTC as hours with their sign: `+3`, `-3.5`, `0`. */
export const biasHours = (seconds: number, locale: string): string => formatSigned(seconds / SECONDS_PER_HOUR, locale);
