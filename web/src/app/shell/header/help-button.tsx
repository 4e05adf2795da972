import { ActionIcon, Tooltip } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCompactHeader } from '../../../lib/hooks/use-compact-header.ts';
import { useTexts } from '../../../lib/i18n.ts';
import { labelOf } from '../../screens/screens.ts';

const PATH = '/help';

/** The round question mark in the header, which opens the guide. */
export function HelpButton() {
  const label = useTexts(labelOf(PATH));
  const compact = useCompactHeader();
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon component={Link} to={PATH} variant="default" radius="xl" size={compact ? 40 : 32} aria-label={label}>
        <IconQuestionMark size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
