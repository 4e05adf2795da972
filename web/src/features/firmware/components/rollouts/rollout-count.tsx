import type { StartRollout } from '@belfry/schemas/http/firmware/rollouts';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/format/format.ts';
import { useLocale } from '../../../../lib/i18n.ts';
import { usePreviewRolloutQuery } from '../../rollouts-api.ts';

const TYPING_MS = 300;

/** How many devices a rollout would have, in all and in each phase. */
export function RolloutCount({ body }: { body: StartRollout | null }) {
  const { t } = useTranslation('firmware');
  const locale = useLocale();
  const [settled] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const wanted: StartRollout | null = settled === null ? null : JSON.parse(settled);
  const { data } = usePreviewRolloutQuery(wanted ?? EMPTY, { skip: wanted === null });
  if (!data || wanted === null) {
    return (
      <Text size="sm" c="dimmed" mih={22}>
        {body && t('rollouts.counting')}
      </Text>
    );
  }
  const phases = data.phases.map((devices) => formatCount(devices, locale)).join(' + ');
  return (
    <Text size="sm" c="dimmed" mih={22} aria-live="polite">
      {t('rollouts.count', { count: data.devices, devices: formatCount(data.devices, locale) })}{' '}
      {data.phases.length > 1 && data.devices > 0 && `${t('rollouts.by_phase', { phases })} `}
      {data.offline > 0 && t('rollouts.offline', { count: data.offline, devices: formatCount(data.offline, locale) })}
    </Text>
  );
}

const EMPTY: StartRollout = { filename: '', phases: [], max_error_rate: 0, phase_pause_s: 0 };
