import { VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useOffersEmergency, useOpenEmergencies } from '../../features/announcements/emergency/index.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useTranslation } from '../../lib/translation.ts';
import { useHold } from '../../ui/use-hold.ts';
import type { Entry } from '../screens/screens.ts';
import { EntryLink, useNavigation } from './navigation.tsx';
import classes from './navigation.module.css';

/** Of the entries, those that a phone has at hand, by their keys; the others are in the menu of the account. */
const ON_BAR = ['h', 'p', 's', 'c', 'a'];
export const isOnBar = ({ key }: Entry): boolean => key !== undefined && ON_BAR.includes(key);

export function BottomBar({ onSay }: { onSay: (title: string) => void }) {
  const { t } = useTranslation('shell');
  const { entries } = useNavigation();
  const links = ON_BAR.flatMap((key) => entries.filter((entry) => entry.key === key));
  return (
    <nav className={classes.bar} aria-label={t('navigation')}>
      {links.map((entry) =>
        entry.key === 's' ? (
          <SayLink key={entry.path} entry={entry} onSay={onSay} />
        ) : (
          <EntryLink key={entry.path} entry={entry} />
        ),
      )}
    </nav>
  );
}

const LONG_PRESS_MS = 600;

/** Say as a sheet above the page; a long press is the way to the emergencies. */
function SayLink({ entry: { path, label, icon: Icon }, onSay }: { entry: Entry; onSay: (title: string) => void }) {
  const { t } = useTranslation('shell');
  const name = useTexts(label);
  const offersEmergency = useOffersEmergency();
  const { pathname } = useLocation();
  const openEmergencies = useOpenEmergencies();
  const { pointer, wasHeld } = useHold(LONG_PRESS_MS, () => offersEmergency && openEmergencies());
  return (
    <Link
      to={path}
      className={classes.say ?? ''}
      {...pointer}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        if (pathname === path) return;
        event.preventDefault();
        if (!offersEmergency || !wasHeld()) onSay(name);
      }}
    >
      <Icon size={24} stroke={1.5} aria-hidden />
      <VisuallyHidden>
        {name}
        {offersEmergency && `. ${t('long_press')}`}
      </VisuallyHidden>
    </Link>
  );
}
