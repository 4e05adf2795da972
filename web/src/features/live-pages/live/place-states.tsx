import { Group, Stack, Text } from '@mantine/core';
import { PAGE_DEVICE_STATES, type PageDeviceState, type PageState } from '@belfry/schemas/http/live-pages/live-pages';
import { useTranslation } from '../../../lib/translation.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { Dot, type RowState } from '../../../kit/list/index.ts';
import { DeviceName } from '../../../ui/devices/device-marks.tsx';
import classes from './place-states.module.css';

const DOTS: Record<PageDeviceState, RowState> = {
  invited: 'off',
  ready: 'ok',
  speaking: 'ok',
  late: 'ok',
  busy: 'look',
  offline: 'look',
  old: 'look',
  ended: 'off',
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
          <Dot key={each} state={DOTS[each]} text={`${t(`device.${each}`)} ${formatCount(count, locale)}`} />
        ))}
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolled region must be reachable by keyboard. */}
      <ul className={classes.places} aria-label={t('places')} tabIndex={0}>
        {places.map(({ serial, place, state: is }) => (
          <li key={serial} className={classes.place}>
            <DeviceName name={place} serial={serial} className={classes.name} />
            <Dot state={DOTS[is]} text={t(`device.${is}`)} />
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
