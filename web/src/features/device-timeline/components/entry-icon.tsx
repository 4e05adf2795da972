import {
  IconCpu,
  IconHistory,
  IconLink,
  IconPlugConnected,
  IconSettings,
  IconSpeakerphone,
  IconTerminal2,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import type { TimelineType } from '@belfry/schemas/http/device-timeline/timeline-positions';

const ICONS: Record<TimelineType, Icon> = {
  connection: IconPlugConnected,
  command: IconTerminal2,
  announcement: IconSpeakerphone,
  configuration: IconSettings,
  firmware: IconCpu,
  owner: IconUser,
  binding: IconLink,
  audit: IconHistory,
};

export function EntryIcon({ type }: { type: TimelineType }) {
  const TypeIcon = ICONS[type];
  return <TypeIcon size={16} aria-hidden />;
}
