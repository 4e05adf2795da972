import { Badge, VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from './confirmed.module.css';

type Props = {
  text: string;
  confirmed: boolean;
  /** Leads to the screen that confirms it. */ phone?: string;
};

/** A text with a tick once it is confirmed; a phone that is not leads to where it can be. */
export function Ticked({ text, confirmed, phone }: Props) {
  const { t } = useTranslation('profile');
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
        <TextLink to="/confirm-phone" state={{ phone }}>
          {t('confirm')}
        </TextLink>
      )}
    </span>
  );
}

/** The same as a badge. */
export function ConfirmedBadge({ confirmed }: { confirmed: boolean }) {
  const { t } = useTranslation('profile');
  return (
    <Badge variant="light" color={confirmed ? 'success' : 'warning'} size="sm" tt="none">
      {t(confirmed ? 'confirmed' : 'unconfirmed')}
    </Badge>
  );
}
