import { IconBinaryTree2, IconCheckbox, IconEyeOff, IconHandClick, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './help-notes.module.css';

const NOTES = [
  ['choose', IconHandClick],
  ['build', IconBinaryTree2],
  ['check', IconCheckbox],
  ['hide', IconEyeOff],
] as const satisfies [string, Icon][];

/** Help for this page, in four lines. */
export function HelpNotes() {
  const { t } = useTranslation('companies');
  return (
    <ul className={classes.notes}>
      {NOTES.map(([note, Mark]) => (
        <li key={note}>
          <Mark size={20} stroke={1.6} aria-hidden />
          {t(`help.${note}`)}
        </li>
      ))}
    </ul>
  );
}
