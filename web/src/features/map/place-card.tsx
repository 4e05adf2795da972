import type { MapNode } from '@belfry/schemas/http/map/map';
import { Anchor, Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { IconMap2, IconSitemap } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import { Link } from 'react-router';
import { StatusDot } from '../../ui/devices/device-marks.tsx';
import { useLiveStatus } from '../device-state/device-state-api.ts';
import type { BranchDevice } from './map-state.ts';
import { StateIcon } from './map-markers.tsx';
import { countIn, MAP_STATES } from './map-state.ts';
import classes from './company-map.module.css';

/** Further devices are found in the tree. */
const SHOWN = 30;

const ALARM_LINKS = [
  ['alarms', 'alarms'],
  ['rules', 'rules'],
  ['report', 'reports'],
] as const;

type Props = {
  node: MapNode;
  devices: readonly BranchDevice[];
  onShow: (() => void) | undefined;
  onPlan: (() => void) | undefined;
  onClose: () => void;
};

export function PlaceCard({ node, devices, onShow, onPlan, onClose }: Props) {
  const { t } = useTranslation('map');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { name, devices: counts, company_id } = node;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Title order={3} size="h5" id={id} ref={heading} tabIndex={-1}>
          {name}
        </Title>
        <CloseButton aria-label={t('close', { name })} onClick={onClose} />
      </Group>
      <Text size="sm">{t('devices', { count: counts.total })}</Text>
      <ul className={classes.devices}>
        {MAP_STATES.filter((state) => state !== 'none' && countIn(state, counts) > 0).map((state) => (
          <li key={state} className={classes.device}>
            <StateIcon state={state} /> {t(`state.${state}`, { count: countIn(state, counts) })}
          </li>
        ))}
      </ul>
      {devices.length > 0 && (
        <ul className={classes.devices} aria-label={t('devices_of', { name })}>
          {devices.slice(0, SHOWN).map((device) => (
            <CardDevice key={device.company_id} device={device} />
          ))}
        </ul>
      )}
      {devices.length > SHOWN && <Text size="sm">{t('more_devices', { count: devices.length - SHOWN })}</Text>}
      <Group gap="xs" mt="sm">
        {onShow && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconSitemap size={14} aria-hidden />}
            onClick={onShow}
          >
            {t('show')}
          </Button>
        )}
        {onPlan && (
          <Button size="compact-sm" variant="default" leftSection={<IconMap2 size={14} aria-hidden />} onClick={onPlan}>
            {t('plan.open')}
          </Button>
        )}
        {ALARM_LINKS.map(([text, view]) => (
          <Anchor key={text} component={Link} to={`/activity?view=${view}&node=${company_id}`} size="sm">
            {t(text)}
          </Anchor>
        ))}
      </Group>
    </section>
  );
}

function CardDevice({ device: { serial, name, status } }: { device: BranchDevice }) {
  const now = useLiveStatus(serial, status) ?? 'offline';
  return (
    <li className={classes.device}>
      <span className={classes.placeName}>{name}</span>
      <StatusDot status={now} />
    </li>
  );
}
