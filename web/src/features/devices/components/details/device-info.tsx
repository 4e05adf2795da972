import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { useFocusAfter } from '../../../../lib/hooks/use-focus-after.ts';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceInfoForm } from './device-info-form.tsx';
import { Section } from './section.tsx';

/** The data of a device, with inline Edit, Save and Cancel for administrators; see DEV-26. */
export function DeviceInfo({ device, editable }: { device: Device; editable: boolean }) {
  const { t } = useTranslation('devices');
  const [editing, setEditing] = useState(false);
  // Stable, because live metrics re-render this component while the user types.
  const close = useCallback(() => setEditing(false), []);
  const opener = useFocusAfter<HTMLButtonElement>(editing);
  return (
    <Section
      title={t('details.info')}
      action={
        editable &&
        !editing && (
          <ActionIcon
            ref={opener}
            variant="subtle"
            color="gray"
            aria-label={t('details.edit')}
            onClick={() => setEditing(true)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )
      }
    >
      {editing ? <DeviceInfoForm device={device} onClose={close} /> : <DeviceFacts device={device} />}
    </Section>
  );
}
