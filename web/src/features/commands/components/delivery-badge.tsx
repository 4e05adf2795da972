import { Badge } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconClock,
  IconClockOff,
  IconDots,
  IconHourglassOff,
  IconPlayerPlay,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RunDeliveryState } from '@belfry/schemas/http/commands/runs';

type Look = { colour: string; icon: Icon };
/** Each state has a colour and an icon, so that it is recognised without the colour. */
const LOOKS: Record<RunDeliveryState, Look> = {
  pending: { colour: 'gray', icon: IconDots },
  queued: { colour: 'gray', icon: IconClock },
  sent: { colour: 'company', icon: IconSend },
  accepted: { colour: 'company', icon: IconPlayerPlay },
  succeeded: { colour: 'success', icon: IconCheck },
  failed: { colour: 'error', icon: IconX },
  timed_out: { colour: 'warning', icon: IconHourglassOff },
  expired: { colour: 'warning', icon: IconClockOff },
  cancelled: { colour: 'gray', icon: IconBan },
};

type Props = {
  state: RunDeliveryState;
  /** The device reports progress. */
  running?: boolean;
  /** How many deliveries have this state, in front of its name. */
  count?: string;
};

/** The state of one command for one device. */
export function DeliveryBadge({ state, running = false, count }: Props) {
  const { t } = useTranslation('commands');
  const { colour, icon: StateIcon } = LOOKS[state];
  const name = t(running ? 'state.running' : `state.${state}`);
  return (
    <Badge size="sm" variant="light" color={colour} leftSection={<StateIcon size={12} aria-hidden />}>
      {count === undefined ? name : `${count} ${name}`}
    </Badge>
  );
}
