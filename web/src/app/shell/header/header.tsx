import { Burger } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMobile } from '../../../lib/hooks/use-mobile.ts';
import { PreferenceMenus } from '../../../ui/preferences/preference-menus.tsx';
import { PaletteButton } from '../../palette/palette-button.tsx';
import { ConnectionPill } from '../connection-pill.tsx';
import { EmergencyButton } from '../lazy-emergency.tsx';
import classes from '../shell.module.css';
import { Brand } from './brand.tsx';
import { HeaderClock } from './header-clock.tsx';
import { HelpButton } from './help-button.tsx';
import { SayButton } from './say-button.tsx';
import { UserMenu } from './user-menu.tsx';

type Props = { menuOpened: boolean; onMenu: () => void; onSearch: () => void };

/** The bar at the top of every protected screen. On a phone the clock is in the menu of the account. */
export function Header({ menuOpened, onMenu, onSearch }: Props) {
  const { t } = useTranslation('shell');
  const mobile = useMobile();
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger ?? ''}
        size="sm"
        opened={menuOpened}
        onClick={onMenu}
        aria-label={t(menuOpened ? 'close_menu' : 'open_menu')}
        aria-expanded={menuOpened}
      />
      <Brand />
      <span className={classes.spacer} />
      {!mobile && <HeaderClock />}
      <EmergencyButton />
      <SayButton />
      <ConnectionPill />
      <PaletteButton onOpen={onSearch} />
      <HelpButton />
      <div className={classes.wideOnly}>
        <PreferenceMenus />
      </div>
      <UserMenu />
    </header>
  );
}
