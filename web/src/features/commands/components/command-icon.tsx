import { IconDownload, IconPower, IconRefreshAlert, type Icon } from '@tabler/icons-react';
import type { BroadcastCommand } from '@belfry/schemas/mqtt/commands';

const ICONS: Record<BroadcastCommand, Icon> = {
  reboot: IconPower,
  install: IconDownload,
  reinstall: IconRefreshAlert,
};

export function CommandIcon({ command }: { command: BroadcastCommand }) {
  const CommandsIcon = ICONS[command];
  return <CommandsIcon size={16} aria-hidden />;
}
