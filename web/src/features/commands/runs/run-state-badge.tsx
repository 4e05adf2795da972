import { Badge } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconCheck, IconPlayerPause, IconPlayerPlay, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandRunState } from '@belfry/schemas/http/commands/runs';

const LOOKS: Record<CommandRunState, { colour: string; icon: Icon }> = {
  running: { colour: 'company', icon: IconPlayerPlay },
  paused: { colour: 'gray', icon: IconPlayerPause },
  stopped: { colour: 'error', icon: IconAlertTriangle },
  finished: { colour: 'success', icon: IconCheck },
  cancelled: { colour: 'gray', icon: IconBan },
};

/** The state of a run. */
export function RunStateBadge({ state }: { state: CommandRunState }) {
  const { t } = useTranslation('command-runs');
  const { colour, icon: StateIcon } = LOOKS[state];
  return (
    <Badge size="sm" variant="light" color={colour} leftSection={<StateIcon size={12} aria-hidden />}>
      {t(`state.${state}`)}
    </Badge>
  );
}
