import { Badge, Group, Stack, Text } from '@mantine/core';
import { PAGE_DEVICE_STATES, type PageDeviceState, type PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { DeviceName } from '../../../ui/devices/device-marks.tsx';
import classes from './place-states.module.css';

const COLOURS: Record<PageDeviceState, string> = {
  invited: 'company',
  ready: 'success',
  speaking: 'success',
  late: 'success',
  busy: 'warning',
  offline: 'warning',
  old: 'warning',
  ended: 'company',
};

export function PlaceStates({ state }: { state: PageState }) {
  const { t } = useTranslation('live-pages');
  const locale = useLocale();
  const { counts, places } = state;
  const rows = PAGE_DEVICE_STATES.flatMap((each) => {
    const count = counts[each] ?? 0;
    return count === 0 ? [] : [{ each, count }];
  });
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {rows.map(({ each, count }) => (
          <Badge key={each} variant="light" color={COLOURS[each]} tt="none" className="tabular">
            {t(`device.${each}`)} {formatCount(count, locale)}
          </Badge>
        ))}
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
      <ul className={classes.places} aria-label={t('places')} tabIndex={0}>
        {places.map(({ serial, place, state: is }) => (
          <li key={serial} className={classes.place}>
            <DeviceName name={place} serial={serial} className={classes.name} />
            <Badge variant="light" color={COLOURS[is]} tt="none">
              {t(`device.${is}`)}
            </Badge>
          </li>
        ))}
      </ul>
      {total > places.length && (
        <Text size="xs" c="dimmed">
          {t('more', { count: total - places.length, formatted: formatCount(total - places.length, locale) })}
        </Text>
      )}
    </Stack>
  );
}
