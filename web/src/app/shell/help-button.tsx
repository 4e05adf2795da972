import { ActionIcon, Tooltip } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The round question mark in the header, which opens the guide. */
export function HelpButton() {
  const { t } = useTranslation('shell');
  return (
    <Tooltip label={t('nav.help')} withinPortal={false}>
      <ActionIcon component={Link} to="/help" variant="default" radius="xl" size={32} aria-label={t('nav.help')}>
        <IconQuestionMark size={18} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
