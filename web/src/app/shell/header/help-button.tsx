import { ActionIcon, Tooltip } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTexts } from '../../../lib/i18n.ts';
import { labelOf } from '../../screens/screens.ts';

const PATH = '/help';

/** The round question mark in the header, which opens the guide. */
export function HelpButton() {
  const label = useTexts(labelOf(PATH));
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon component={Link} to={PATH} variant="default" radius="xl" size={32} aria-label={label}>
        <IconQuestionMark size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
