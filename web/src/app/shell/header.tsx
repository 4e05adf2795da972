import { ActionIcon, Tooltip } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmergencyButton } from '../../features/announcements/emergency/index.ts';
import { OrganisationSwitch } from '../../features/teams/index.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useMobile } from '../../lib/use-breakpoint.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { labelOf } from '../screens/screens.ts';
import classes from './header.module.css';
import { HELP_PATH, UserMenu } from './user-menu.tsx';

/** What arrives late is beside the free space in the middle, so that nothing moves for it. */
export function Header({ onSearch }: { onSearch: () => void }) {
  const mobile = useMobile();
  const spacer = <span className={classes.spacer} />;
  return (
    <header className={classes.header}>
      {mobile ? (
        <Brand />
      ) : (
        <Link to="/home" className={classes.brand}>
          <Brand />
        </Link>
      )}
      {mobile && spacer}
      <PaletteButton onOpen={onSearch} />
      {!mobile && <OrganisationSwitch />}
      {!mobile && spacer}
      {!mobile && <EmergencyButton />}
      {!mobile && <HelpButton />}
      <UserMenu />
    </header>
  );
}

function Brand() {
  const { t } = useTranslation('common');
  return (
    <span className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span>{t('product')}</span>
    </span>
  );
}

function HelpButton() {
  const label = useTexts(labelOf(HELP_PATH));
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        component={Link}
        to={HELP_PATH}
        variant="subtle"
        color="gray"
        radius="xl"
        size={32}
        aria-label={label}
      >
        <IconQuestionMark size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
