import { Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { InlineConfirm } from '../../../ui/dialogs/inline-confirm.tsx';
import { useUnbind } from '../use-unbind.ts';

/** The unbind button with its inline confirmation; see DEV-35. */
export function UnbindDevice({ serial }: { serial: Serial }) {
  const { t } = useTranslation('user-devices');
  const { unbind, busy } = useUnbind();
  return (
    <InlineConfirm
      question={t('unbind.question')}
      yes={t('unbind.confirm')}
      no={t('unbind.cancel')}
      onConfirm={() => void unbind(serial)}
    >
      {(opener) => (
        <Button
          {...opener}
          size="compact-xs"
          variant="subtle"
          color="error"
          leftSection={<IconUnlink size={14} aria-hidden />}
          loading={busy}
          aria-label={t('unbind.label', { serial })}
        >
          {t('unbind.button')}
        </Button>
      )}
    </InlineConfirm>
  );
}
