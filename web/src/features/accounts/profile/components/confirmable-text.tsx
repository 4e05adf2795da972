import { Anchor, Badge, VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './confirmable-text.module.css';

/** The dialog that confirms a phone number. */
export type ConfirmPhone = ComponentType<{ phone: string; onClose: () => void }>;

type Props = {
  text: string;
  confirmed: boolean;
  /** An unconfirmed phone number, and the dialog that confirms it. */
  confirm?: { phone: string; Dialog: ConfirmPhone };
};

/** A text with a check mark when it is confirmed; an unconfirmed phone is confirmed in a dialog. */
export function ConfirmableText({ text, confirmed, confirm }: Props) {
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
      {!confirmed && confirm && (
        <Anchor component="button" type="button" size="sm" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
          {t('confirm')}
        </Anchor>
      )}
      {confirming && confirm && <confirm.Dialog phone={confirm.phone} onClose={() => setConfirming(false)} />}
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
