import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ANNOUNCEMENT_DELIVERY_STATES, type AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import type { Delivery } from '../announcements-api.ts';

const RUN_COLOURS: Record<AnnouncementRun['state'], string> = {
  rendering: 'purple',
  running: 'purple',
  finished: 'success',
  failed: 'error',
  stopped: 'warning',
};
const DELIVERY_COLOURS: Record<Delivery['state'], string> = {
  waiting: 'purple',
  sent: 'purple',
  fetched: 'purple',
  started: 'purple',
  finished: 'success',
  interrupted: 'warning',
  skipped: 'warning',
  missed: 'warning',
  offline: 'warning',
  failed: 'error',
  expired: 'warning',
};

export function RunBadge({ state }: { state: AnnouncementRun['state'] }) {
  const { t } = useTranslation('announcements');
  return (
    <Badge variant="light" color={RUN_COLOURS[state]} tt="none">
      {t(`run.${state}`)}
    </Badge>
  );
}

/** @param kind of the run: a place of a scheduled run that waits has reported nothing */
export function DeliveryBadge({ state, kind }: { state: Delivery['state']; kind: AnnouncementRun['kind'] }) {
  const { t } = useTranslation('announcements');
  return (
    <Badge variant="light" color={DELIVERY_COLOURS[state]} tt="none">
      {t(labelOf(state, kind))}
    </Badge>
  );
}

const labelOf = (state: Delivery['state'], kind: AnnouncementRun['kind']) =>
  state === 'waiting' && kind === 'schedule' ? 'delivery.silent' : (`delivery.${state}` as const);

/** How many places are in which state. */
export function CountBadges({ counts, kind }: Pick<AnnouncementRun, 'counts' | 'kind'>) {
  const { t } = useTranslation('announcements');
  const locale = useLocale();
  return (
    <Group gap="xs">
      {ANNOUNCEMENT_DELIVERY_STATES.flatMap((state) => {
        const count = counts[state] ?? 0;
        return count === 0
          ? []
          : [
              <Badge key={state} variant="light" color={DELIVERY_COLOURS[state]} tt="none" className="tabular">
                {t(labelOf(state, kind))} {formatCount(count, locale)}
              </Badge>,
            ];
      })}
    </Group>
  );
}
