import { IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { ConfirmedButton } from '../../../../ui/dialogs/inline-confirm.tsx';
import { useUnbind } from '../use-unbind.ts';

/** The unbind button with its inline confirmation; see DEV-35. */
export function UnbindDevice({ serial }: { serial: Serial }) {
  const { t } = useTranslation('user-devices');
  const { unbind, busy } = useUnbind();
  return (
    <ConfirmedButton
      question={t('unbind.question')}
      yes={t('unbind.confirm')}
      no={t('unbind.cancel')}
      icon={<IconUnlink size={14} aria-hidden />}
      label={t('unbind.label', { serial })}
      busy={busy}
      onConfirm={() => void unbind(serial)}
    >
      {t('unbind.button')}
    </ConfirmedButton>
  );
}
