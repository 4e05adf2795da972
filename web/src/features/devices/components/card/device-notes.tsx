import { Code, ScrollArea, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useGetDeviceConfigurationQuery } from '../../../device-state/device-config-api.ts';
import { statusOf } from '../../load-failure.ts';
import classes from './device-notes.module.css';

/** Note, description, and the configuration as JSON. */
export function DeviceNotes({ device }: { device: Device }) {
  const { t } = useTranslation('devices');
  return (
    <>
      <Text size="sm" className={classes.text} c={device.note ? undefined : 'dimmed'}>
        {device.note ?? t('details.noNote')}
      </Text>
      <Text size="sm" mt={4} className={classes.text} c={device.description ? undefined : 'dimmed'}>
        {device.description ?? t('details.noDescription')}
      </Text>
      <Configuration serial={device.serial} />
    </>
  );
}

function Configuration({ serial }: Pick<Device, 'serial'>) {
  const { t } = useTranslation('devices');
  const { data, error } = useGetDeviceConfigurationQuery(serial);
  if (!data && error) {
    return (
      <Text size="sm" c="dimmed" mt="sm" role="alert">
        {t('error.configuration', { status: statusOf(error, t) })}
      </Text>
    );
  }
  if (!data) return <Skeleton height={160} mt="sm" radius="md" />;
  return (
    <>
      <Text size="xs" c="dimmed" mt="sm" mb={4}>
        {t('details.configuration')}. {data.in_sync ? t('details.inSync') : t('details.outOfSync')}
      </Text>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': t('details.configuration') }}>
        <Code block className={classes.code}>
          {JSON.stringify(data, null, 2)}
        </Code>
      </ScrollArea.Autosize>
    </>
  );
}
