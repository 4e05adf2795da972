import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../help-page.module.css';

const PARTS = ['device', 'player', 'voice', 'command', 'live', 'tree', 'preview', 'role'] as const;
const PARTS_OF_ADMINISTRATORS = ['users', 'catalogue', 'outbox'] as const;

/** The terms of the console and their meaning. */
export function PartList({ administrator }: { administrator: boolean }) {
  const { t } = useTranslation('help');
  return (
    <dl className={classes.parts}>
      {[...PARTS, ...(administrator ? PARTS_OF_ADMINISTRATORS : [])].map((part) => (
        <Fragment key={part}>
          <dt>{t(`parts.${part}.term`)}</dt>
          <dd>{t(`parts.${part}.text`)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
