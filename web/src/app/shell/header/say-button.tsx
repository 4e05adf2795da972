import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/i18n.ts';
import { useCompactHeader } from '../../../lib/use-breakpoint.ts';
import { labelOf } from '../../screens/screens.ts';

const PATH = '/say';

/** The button in the header that opens "Say now". */
export function SayButton() {
  const label = useTexts(labelOf(PATH));
  const compact = useCompactHeader();
  const icon = <IconSpeakerphone size={18} aria-hidden />;
  if (!compact) {
    return (
      <Button component={Link} to={PATH} size="compact-md" fz="sm" variant="light" leftSection={icon}>
        {label}
      </Button>
    );
  }
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon component={Link} to={PATH} variant="light" size={40} aria-label={label}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
