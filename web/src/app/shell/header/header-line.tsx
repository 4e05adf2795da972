import { useTranslation } from 'react-i18next';
import { useGetProfileQuery } from '../../../api/session/auth-api.ts';
import { PaletteButton } from '../../palette/palette-button.tsx';
import { HeaderClock } from './header-clock.tsx';
import { HelpButton } from './help-button.tsx';
import classes from '../shell.module.css';

/** The second header line of a narrow page: name, clock, search and help. */
export function HeaderLine({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('common');
  const { data: profile } = useGetProfileQuery();
  return (
    <div className={classes.line}>
      <span className={classes.lineName}>{profile?.name ?? t('loading')}</span>
      <HeaderClock />
      <PaletteButton onOpen={onSearch} />
      <HelpButton />
    </div>
  );
}
