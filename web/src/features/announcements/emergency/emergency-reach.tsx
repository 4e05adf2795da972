import { Text } from '@mantine/core';
import type { TargetsInput } from '@belfry/schemas/domain/targets';
import { EMERGENCY_NAMES_MAX } from '@belfry/schemas/http/announcements/emergency';
import { useUnheardName } from '../../../kit/who-hears/index.ts';
import { useErrorMessage } from '../../../lib/api/use-error-message.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { useTranslation } from '../../../lib/translation.ts';
import { Notice } from '../../../ui/states/notice.tsx';
import { usePreviewSayQuery } from '../announcements-api.ts';
import { useGetMissingEmergencyQuery } from './emergency-api.ts';
import classes from './emergency.module.css';

/** Devices come and go. */
const POLLING = { pollingInterval: 5_000 };

/** How many would hear it now and, by name, who would not. An emergency ends silence and quiet hours: only who is away misses it. */
export function ReachedNow({ messageId, targets }: { messageId: number; targets: TargetsInput }) {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  const messageOf = useErrorMessage();
  const nameOf = useUnheardName();
  const listed = useListed();
  const { currentData: preview, error } = usePreviewSayQuery({ message_id: messageId, targets }, POLLING);
  if (error !== undefined) return <Notice tone="error">{messageOf(error)}</Notice>;
  if (!preview) return <div className={classes.reach}>{t('counting')}</div>;
  const { devices, offline, unheard } = preview;
  const names = unheard.filter(({ reason }) => reason === 'offline').map(nameOf);
  return (
    <div className={classes.reach} data-tone={offline === 0 ? 'success' : offline === devices ? 'error' : 'warning'}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('reached', {
          count: devices,
          reached: formatCount(devices - offline, locale),
          devices: formatCount(devices, locale),
        })}
      </Text>
      <Text size="sm">{t('away', { places: listed(names, offline) || t('nobody') })}</Text>
    </div>
  );
}

/** The places that could be reached and do not have the audio. */
export function WithoutAudio({ messageId }: { messageId: number }) {
  const { t } = useTranslation('emergency');
  const listed = useListed();
  const { data } = useGetMissingEmergencyQuery(messageId, POLLING);
  const names = (data?.places ?? []).filter(({ online, held }) => online && !held).map(({ place }) => place);
  return names.length > 0 && ` · ${t('no_audio', { places: listed(names, names.length) })}`;
}

/** The first names, and how many more there are. */
function useListed(): (names: readonly string[], total: number) => string {
  const { t } = useTranslation('emergency');
  const locale = useLocale();
  return (names, total) => {
    const first = names.slice(0, EMERGENCY_NAMES_MAX);
    const more = total - first.length;
    return [...first, ...(more > 0 ? [t('more', { count: more, places: formatCount(more, locale) })] : [])].join(', ');
  };
}
