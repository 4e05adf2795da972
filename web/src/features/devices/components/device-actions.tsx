import { ActionIcon } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconSettings, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Device } from '@belfry/schemas/http/devices/devices';

/** The actions of a card; edit and delete are absent where the user may not. Keep the object stable, because cards are memoised. */
export type CardActions = {
  onInfo: (serial: string) => void;
  onSettings?: (serial: string) => void;
  onEdit?: (device: Device) => void;
  onDelete?: (device: Device) => void;
  /** Selects or deselects the device; `range`: with Shift. */
  onSelect?: (serial: string, range: boolean) => void;
};

/** The buttons of a device, in its card and in its row: edit, settings, details. */
export function DeviceActions({ device, actions }: { device: Device; actions: CardActions }) {
  const { t } = useTranslation('devices');
  const { serial } = device;
  const { onEdit, onSettings, onInfo } = actions;
  return (
    <>
      {onEdit && <Action label={t('card.edit', { serial })} icon={IconPencil} onClick={() => onEdit(device)} />}
      {onSettings && (
        <Action label={t('card.settings', { serial })} icon={IconSettings} onClick={() => onSettings(serial)} />
      )}
      <Action label={t('card.info', { serial })} icon={IconInfoCircle} onClick={() => onInfo(serial)} />
    </>
  );
}

type ActionProps = { label: string; icon: Icon; onClick: () => void };

const Action = ({ label, icon: Picture, onClick }: ActionProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <Picture size={16} aria-hidden />
  </ActionIcon>
);
