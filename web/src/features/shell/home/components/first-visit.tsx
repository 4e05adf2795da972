import { Alert } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { z } from 'zod';
import { readLocal, writeLocal } from '../../../../lib/storage/local-store.ts';
import { LOCAL_KEYS } from '../../../../lib/storage/storage-keys.ts';
import { TextLink } from '../../../../ui/text-link.tsx';

/** Offers the guide on the first visit only; see HOME-9. */
export function FirstVisit() {
  const { t } = useTranslation(['home', 'common']);
  const [shown, setShown] = useState(() => readLocal(LOCAL_KEYS.hasVisitedHome, z.boolean()) !== true);
  useEffect(() => writeLocal(LOCAL_KEYS.hasVisitedHome, true), []);
  if (!shown) return null;
  return (
    <Alert
      role="note"
      color="purple"
      variant="light"
      p="sm"
      icon={<IconSparkles size={18} aria-hidden />}
      withCloseButton
      closeButtonLabel={t('common:close')}
      onClose={() => setShown(false)}
    >
      <Trans
        t={t}
        i18nKey="first_visit"
        components={{
          a: (
            <TextLink to="/help" inherit underline="always">
              {null}
            </TextLink>
          ),
        }}
      />
    </Alert>
  );
}
