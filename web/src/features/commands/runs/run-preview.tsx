import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunPreview as Preview } from '@belfry/schemas/http/commands/runs';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';

type Props = { preview: Preview | undefined; queued: boolean };

/** How many devices a command goes to, and how many of them cannot be reached now. */
export function RunPreview({ preview, queued }: Props) {
  const { t } = useTranslation('command-runs');
  const locale = useLocale();
  if (!preview) return <Text size="sm">{t('preview.counting')}</Text>;
  const counts = {
    devices: formatCount(preview.devices, locale),
    online: formatCount(preview.online, locale),
    offline: formatCount(preview.offline, locale),
  };
  return (
    <output>
      <Text size="sm" fw={500}>
        {t('preview.devices', { ...counts, count: preview.devices })}
      </Text>
      {preview.offline > 0 && (
        <Text size="xs" c="dimmed">
          {t(queued ? 'preview.queued' : 'preview.unreachable', { ...counts, count: preview.offline })}
        </Text>
      )}
    </output>
  );
}
