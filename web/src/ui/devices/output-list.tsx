import { Badge, Group } from '@mantine/core';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useTranslation } from '../../lib/translation.ts';

/** The relays and others of a device, and what each is; nothing for a device without. */
export function OutputList({ outputs }: Pick<Device, 'outputs'>) {
  const { t } = useTranslation('ui');
  const named = Object.entries(outputs).sort(([one], [other]) => one.localeCompare(other));
  if (named.length === 0) return null;
  return (
    <Group component="ul" gap="xs" aria-label={t('device.output.label')} p={0} m={0}>
      {named.map(([name, { state }]) => (
        <Badge key={name} component="li" tt="none" variant={state === 'off' ? 'default' : 'filled'}>
          {name}: {t(`device.output.${state}`)}
        </Badge>
      ))}
    </Group>
  );
}
