import { Anchor, Badge, VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmPhoneDialog } from '../../confirm/index.ts';
import classes from './confirmed.module.css';

type Props = {
  text: string;
  confirmed: boolean;
  /** Opens the dialog that confirms it. */
  phone?: string;
};

/** A text with a check mark when it is confirmed; an unconfirmed phone is confirmed in a dialog. */
export function Ticked({ text, confirmed, phone }: Props) {
  const { t } = useTranslation('profile');
  const [confirming, setConfirming] = useState(false);
  return (
    <span className={classes.line}>
      {text}
      {confirmed && (
        <>
          <IconCircleCheckFilled size={16} className={classes.tick} aria-hidden />
          <VisuallyHidden>{t('confirmed')}</VisuallyHidden>
        </>
      )}
      {!confirmed && phone !== undefined && (
        <Anchor component="button" type="button" size="sm" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('confirm')}
        </Anchor>
      )}
      {confirming && phone !== undefined && <ConfirmPhoneDialog phone={phone} onClose={() => setConfirming(false)} />}
    </span>
  );
}

/** The confirmation as a badge. */
export function ConfirmedBadge({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('profile');
  return (
    <Badge variant="light" color={confirmed ? 'success' : 'warning'} size="sm" tt="none">
      {t(confirmed ? 'confirmed' : 'unconfirmed')}
    </Badge>
  );
}
